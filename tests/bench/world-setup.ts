import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { createCookie } from "@remix-run/node";
import pg from "pg";
import { createApiKey } from "~/domain/api-keys/create-api-key.server";
import { startSession, type Door } from "~/domain/identity/session.server";
import { sessionCookieName } from "~/platform/env.server";
import { migrateRuntime, prepareDatabase, prepareRuntime } from "../../cli/runtime";

export interface BenchOrg {
  orgId: string;
  ownerId: string;
  leads: number;
  deals: number;
  payments: number;
  /** The affiliate with 30 % of all rows. */
  busyAffiliate: string;
  /** Cookie headers of the owner and of that affiliate. */
  cookies: Record<Door, string>;
}

export type OrgName = "big" | "small" | "cards";

export interface World {
  /** Returns an organization, created on first use. `seconds` is how long that took; null if it existed. */
  org(name: OrgName): Promise<BenchOrg & { seconds: number | null }>;
  /** Creates a write API key that replaces the previous one. */
  apiKey(org: BenchOrg): Promise<string>;
  /** Creates another session and returns its Cookie header. */
  signIn(userId: string, door: Door, orgId: string): Promise<string>;
  /** Environment of a web server for it. */
  env: Record<string, string>;
  ownerUrl: string;
  /** Name of the cookie in `cookies`. */
  sessionCookie: string;
  stop(): Promise<void>;
}

const BIG = { leads: 1_000_000, deals: 300_000 };
const SMALL = { leads: 1_000, deals: 300 };

/** The number of each organization. */
const numbers: Record<OrgName, string> = { small: "1", big: "2", cards: "3" };

/**
 * Opens three organizations in one database: a big one, a small one, and a small one whose board shows 50 cards (two
 * columns of 25). The database is an embedded one below `home`, or a new one on the server of BENCH_DATABASE_URL (a
 * superuser's URL).
 */
export async function openWorld(options: { home: string; scale: number; sql: string }): Promise<World> {
  const secret = "a secret of the benchmark, known to everybody";
  const given = process.env["BENCH_DATABASE_URL"];
  const source: Record<string, string> = {
    APP_MODE: "test",
    DATA_DIR: path.join(options.home, "data"),
    SESSION_SECRET: secret,
    ...(given && (await onServer(given))),
  };
  const runtime = await prepareRuntime(source as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv);
  await migrateRuntime(runtime);
  const owner = new pg.Client({ connectionString: runtime.ownerUrl });
  await owner.connect();
  const database = runtime.openDatabase();
  const sessionCookie = sessionCookieName("http://localhost");
  const cookie = createCookie(sessionCookie, { secrets: [secret] });

  const signIn = async (userId: string, door: Door, orgId: string) => {
    const session = await database.withIdentity((scope) =>
      startSession(scope, { userId, door, affiliateOrgId: orgId, userAgent: "bench", ip: "127.0.0.1" }),
    );
    return (await cookie.serialize(session)).split(";")[0]!;
  };
  const apiKey = async ({ orgId, ownerId }: BenchOrg) => {
    await owner.query("update api_key set revoked_at = now() where org_id = $1 and revoked_at is null", [orgId]);
    const actor = { kind: "member", userId: ownerId, role: "owner", isProven: true } as const;
    const made = await database.withOrg(orgId, actor, (scope) =>
      createApiKey(scope, { name: randomUUID(), access: "write", lifetime: "never" }),
    );
    return made.text;
  };
  const found = async (name: string): Promise<BenchOrg | null> => {
    const { rows } = await owner.query<{ org: string; affiliate: string; owner: string; partner: string }>(
      `select o.org_id as org, a.id as affiliate, m.user_id as owner, p.user_id as partner
       from organization o join membership m on m.org_id = o.org_id and m.role = 'owner'
         join affiliate a on a.org_id = o.org_id
         join membership p on p.org_id = o.org_id and p.affiliate_id = a.id
       where o.name = $1 and a.email like 'partner-1@%'`,
      [`Bench ${name}`],
    );
    const row = rows[0];
    if (!row) return null;
    const count = async (table: string) =>
      Number((await owner.query(`select count(*) from ${table} where org_id = $1`, [row.org])).rows[0].count);
    return {
      orgId: row.org,
      ownerId: row.owner,
      leads: await count("lead"),
      deals: await count("deal"),
      payments: await count("commission_payment"),
      busyAffiliate: row.affiliate,
      cookies: {
        staff: await signIn(row.owner, "staff", row.org),
        affiliate: await signIn(row.partner, "affiliate", row.org),
      },
    };
  };

  const org = async (name: OrgName) => {
    const there = await found(numbers[name]);
    if (there) return { ...there, seconds: null };
    const size = name === "big" ? BIG : SMALL;
    const scale = name === "big" ? options.scale : 1;
    const from = performance.now();
    await fill(owner, fs.readFileSync(options.sql, "utf8"), numbers[name], {
      leads: Math.round(size.leads * scale),
      deals: Math.round(size.deals * scale),
    });
    if (name === "cards") await withTwoColumns(owner, numbers[name]);
    const seconds = (performance.now() - from) / 1000;
    // The state after the job and autovacuum. Without statistics Postgres compacts the rows for minutes.
    await owner.query("analyze aggregate");
    await owner.query("select app.fold_aggregates()");
    await owner.query("vacuum analyze");
    const made = await found(numbers[name]);
    if (!made) throw new Error(`the organization "${name}" of the benchmark is missing`);
    return { ...made, seconds };
  };

  return {
    org,
    sessionCookie,
    signIn,
    apiKey,
    env: {
      APP_MODE: "test",
      DATA_DIR: source["DATA_DIR"]!,
      DATABASE_URL: runtime.ownerUrl,
      DATABASE_APP_URL: runtime.runtimeUrl,
      SESSION_SECRET: secret,
    },
    ownerUrl: runtime.ownerUrl,
    async stop() {
      await database.close();
      await owner.end();
      await runtime.stop();
      if (given) await dropFrom(given, runtime.ownerUrl);
    },
  };
}

async function fill(owner: pg.Client, sql: string, people: string, size: { leads: number; deals: number }) {
  const values: Record<string, string> = {
    org: `'${randomUUID()}'::uuid`,
    people,
    start: `'${new Date(Date.now() - 1095 * 86_400_000).toISOString()}'::timestamptz`,
    leads: String(size.leads),
    deals: String(size.deals),
  };
  await owner.query("begin");
  const indexes = await dropSearchIndexes(owner);
  for (const statement of sql.split(/;\n\n/)) {
    const from = performance.now();
    await owner.query(
      statement.replace(/(?<!:):(org|people|start|leads|deals)\b/g, (_, name: string) => values[name]!),
    );
    const seconds = (performance.now() - from) / 1000;
    const table = /insert into (\w+)/.exec(statement)?.[1];
    if (seconds > 2) console.log(`  ${table ?? "statement"}: ${seconds.toFixed(0)} s`);
  }
  await owner.query("set local maintenance_work_mem = '256MB'");
  for (const index of indexes) await owner.query(index);
  await owner.query("commit");
}

/** Changes "contacted" leads, which the app never creates, to "qualified", so that the board has its two columns. */
async function withTwoColumns(owner: pg.Client, people: string) {
  await owner.query(
    `update lead set status = 'qualified'
     where status = 'contacted' and org_id = (select org_id from organization where name = $1)`,
    [`Bench ${people}`],
  );
}

/**
 * Drops the search indexes, because creating them afterwards is several times faster than updating them row by row.
 * Returns the statements that create them again.
 */
async function dropSearchIndexes(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class c on c.oid = indexrelid join pg_am on pg_am.oid = c.relam
     where amname = 'gin' and indrelid in ('lead'::regclass, 'deal'::regclass)`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function onServer(url: string) {
  const address = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;
  const name = `finderlohn_bench_${process.pid}`;
  const { ownerUrl, runtimeUrl } = await prepareDatabase({ url: address }, name);
  return { DATABASE_URL: ownerUrl, DATABASE_APP_URL: runtimeUrl };
}

async function dropFrom(url: string, ownerUrl: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${client.escapeIdentifier(new URL(ownerUrl).pathname.slice(1))}`);
  await client.end();
}
