import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { createTestDatabase, dropTestDatabase } from "../support/server";
import { run, runProcess, type Outcome } from "./program";

const db = useDatabase();
const MONTHS = 12;
let nordlicht: Org;
let rivage: Org;

/** Runs a command on the test's database. */
const finderlohn = (...args: string[]) => run(args, onDatabase(db.ownerUrl, db.appUrl));

const onDatabase = (owner: string, app: string) => ({ DATABASE_URL: owner, DATABASE_APP_URL: app });

function expectFailure({ code, stdout, stderr }: Outcome, expected: 1 | 2 | 75, reason: string | RegExp): void {
  expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
  expect(stderr).toMatch(reason);
  expect(stderr).toMatch(/^finderlohn: [^\n]+\n$/);
}

/** Expects several lines on stderr, beginning and ending with the given ones. */
function expectFailures({ code, stdout, stderr }: Outcome, [first, last]: [RegExp, RegExp]): void {
  const lines = stderr.trimEnd().split("\n");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(lines.filter((line) => !line.startsWith("finderlohn: "))).toEqual([]);
  expect(lines[0]).toMatch(first);
  expect(lines.at(-1)).toMatch(last);
}

async function orgWithContract(name: string): Promise<Org> {
  const org = await createOrg(db.database, { name });
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await recurringDeal(db.database, org, affiliate, { contract_duration_months: String(MONTHS) });
  return org;
}

async function paymentsOf({ orgId }: Org): Promise<number> {
  const { rows } = await db.ownerPool.query<{ n: number }>(
    "select count(*)::int as n from commission_payment where org_id = $1",
    [orgId],
  );
  return rows[0]!.n;
}

beforeAll(async () => {
  await ensureBuilt({ web: false });
  nordlicht = await orgWithContract("Nordlicht");
  rivage = await orgWithContract("Rivage");
}, 120_000);

describe("[CLI-02] incorrect use", () => {
  it("[CLI-02] prints the error in one line on stderr, exit code 2", async () => {
    const attempts: [string[], RegExp][] = [
      [["strat"], /unknown command 'strat'.*Did you mean start/],
      [["org", "list", "--nope"], /unknown option '--nope'/],
      [["org", "list", "more"], /too many arguments/],
      [["commissions", "generate", "--org"], /option '--org <id>' argument missing/],
      [["commissions", "generate", "--org", "nobody"], /no organization has the id "nobody"/],
      [["commissions", "generate", "--org", ""], /no organization has the id ""/],
      [["db", "url"], /required option '--role <role>' not specified/],
      [["db", "url", "--role", "root"], /--role must be owner or app, not "root"/],
    ];
    for (const [args, reason] of attempts) expectFailure(await finderlohn(...args), 2, reason);
    const [args, reason] = attempts[0]!;
    expectFailure(await runProcess(args, {}), 2, reason);
  });

  it("[CLI-02] [OPS-03] names an invalid environment variable, exit code 2", async () => {
    const attempts: [Record<string, string>, RegExp][] = [
      [{ PORT: "many" }, /PORT/],
      [{ LOG_LEVEL: "loud" }, /LOG_LEVEL/],
      [{ DATABASE_URL: db.ownerUrl }, /DATABASE_APP_URL is missing: DATABASE_URL is set/],
      [{ DATABASE_URL: "mysql://localhost/x" }, /DATABASE_URL must be an address beginning with postgresql/],
      [{ APP_MODE: "production" }, /DATABASE_APP_URL is missing.*APP_URL.*SESSION_SECRET.*SMTP_URL/],
    ];
    for (const [env, reason] of attempts) expectFailure(await run(["org", "list"], env), 2, reason);
  });

  it("[CLI-02] prints the requested help on stdout with exit code 0, otherwise exit code 2", async () => {
    const [help, version] = [await finderlohn("--help"), await finderlohn("--version")];
    const [part, none] = [await finderlohn("db", "--help"), await finderlohn()];
    expect(help).toMatchObject({ code: 0, stderr: "" });
    for (const command of ["start", "serve", "worker", "db", "org", "commissions"]) {
      expect(help.stdout).toContain(`  ${command} `);
    }
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
    expect(part.code).toBe(0);
    expect(part.stdout).toMatch(/migrate.*seed.*url/s);
    expect(none).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("[CLI-02] called by its name", () => {
  it("[CLI-02] npx finds it in the checkout without a network", async () => {
    const { stdout } = await promisify(execFile)("npx", ["finderlohn", "--version"], {
      cwd: path.resolve(import.meta.dirname, "../.."),
      env: { ...process.env, npm_config_offline: "true" },
    });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("[CLI-02] failing", () => {
  it("[CLI-02] reports an unreachable database in one line, exit code 75", async () => {
    const nobody = (user: string) => `postgresql://${user}:x@localhost:1/x`;
    const env = onDatabase(nobody("owner"), nobody("app"));
    for (const args of [["org", "list"], ["start"], ["worker"]]) {
      expectFailure(await runProcess(args, env), 75, /the database does not respond: connect ECONNREFUSED/);
    }
  });

  it("[CLI-02] needs the owner's URL for owner commands", async () => {
    const outcome = await run(["org", "list"], { DATABASE_APP_URL: db.appUrl });
    expectFailure(outcome, 2, /DATABASE_URL \(the owner's connection string\) is missing/);
  });

  it("[CLI-02] [ORG-07] rejects the owner as the runtime role", async () => {
    const outcome = await run(["commissions", "generate"], onDatabase(db.ownerUrl, db.ownerUrl));
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain("tenants would not be isolated");
  });
});

describe("[CLI-02] organizations and commissions", () => {
  it("[CLI-02] lists the organizations as a table and as JSON", async () => {
    const [table, json] = [await finderlohn("org", "list"), await finderlohn("org", "list", "--json")];
    const row = { members: 1, affiliates: 1, leads: 1, deals: 1 };
    const today = new Date().toISOString().slice(0, 10);
    expect(JSON.parse(json.stdout)).toEqual([
      { id: nordlicht.orgId, name: "Nordlicht", ...row, created_at: today },
      { id: rivage.orgId, name: "Rivage", ...row, created_at: today },
    ]);
    const lines = table.stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^id +name +members +affiliates +leads +deals +created_at$/);
    expect(lines[1]).toMatch(new RegExp(`^${nordlicht.orgId} +Nordlicht +1 +1 +1 +1 +${today}$`));
    expect(lines).toHaveLength(3);
    expect([table.code, json.code, table.stderr, json.stderr]).toEqual([0, 0, "", ""]);
  });

  it("[CLI-02] [ORG-07] generates payments for one organization, then for all, and never twice", async () => {
    await db.ownerPool.query("delete from commission_payment");
    const generate = async (...options: string[]) => {
      const { code, stdout, stderr } = await finderlohn("commissions", "generate", "--json", ...options);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return JSON.parse(stdout) as unknown;
    };
    const row = ({ orgId, name }: Org, created: number) => ({
      org_id: orgId,
      name,
      created,
      recurring_deals: 1,
      complete: created > 0 ? 0 : 1,
      no_affiliate: 0,
      no_commission: 0,
      skipped: null,
    });

    expect(await generate("--dry-run")).toEqual([row(nordlicht, MONTHS), row(rivage, MONTHS)]);
    expect([await paymentsOf(nordlicht), await paymentsOf(rivage)]).toEqual([0, 0]);
    expect(await generate("--org", rivage.orgId)).toEqual([row(rivage, MONTHS)]);
    expect([await paymentsOf(nordlicht), await paymentsOf(rivage)]).toEqual([0, MONTHS]);
    expect(await generate()).toEqual([row(nordlicht, MONTHS), row(rivage, 0)]);
    expect(await generate()).toEqual([row(nordlicht, 0), row(rivage, 0)]);
    expect([await paymentsOf(nordlicht), await paymentsOf(rivage)]).toEqual([MONTHS, MONTHS]);
  });

  it("[CLI-02] [COM-04] continues if one organization fails, and fails at the end", async () => {
    await db.ownerPool.query("delete from commission_payment");
    await db.ownerPool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
       create trigger refuse before insert on commission_payment for each row
         when (new.org_id = '${nordlicht.orgId}') execute function refuse()`,
    );
    const { code, stdout, stderr } = await finderlohn("commissions", "generate", "--json");
    await db.ownerPool.query("drop function refuse cascade");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([{ org_id: rivage.orgId, created: MONTHS }]);
    const runs = await db.ownerPool.query<{
      org_id: string;
      actor: string;
      failed: boolean;
      created: number;
    }>("select org_id, actor, failed, created from generation_run order by xmin::text::bigint desc limit 2");
    expect(runs.rows).toContainEqual({
      org_id: nordlicht.orgId,
      actor: "operator",
      failed: true,
      created: 0,
    });
    expect(runs.rows).toContainEqual({
      org_id: rivage.orgId,
      actor: "operator",
      failed: false,
      created: MONTHS,
    });
    expect(stderr.trimEnd().split("\n")).toEqual([
      expect.stringMatching(`^finderlohn: .*refused.* \\(organization ${nordlicht.orgId}\\)$`),
      "finderlohn: 1 of 2 organizations failed",
    ]);
    const list = await finderlohn("commissions", "runs", "--org", nordlicht.orgId, "--json");
    expect(list).toMatchObject({ code: 0, stderr: "" });
    const [latest, before] = JSON.parse(list.stdout) as object[];
    expect(latest).toMatchObject({ by: "operator", state: "failed", created: 0 });
    expect(before).toMatchObject({ by: "operator", state: "done" });
  });
});

describe("[CLI-02] the database", () => {
  it("[CLI-02] [OPS-04] migrates an empty database, idempotently, and lists nothing there", async () => {
    const fresh = await createTestDatabase("empty");
    const env = onDatabase(fresh.ownerUrl, fresh.runtimeUrl);
    expectFailure(await run(["org", "list"], env), 1, /run "finderlohn db migrate" first/);
    const first = await run(["db", "migrate", "--json"], env);
    const { applied } = JSON.parse(first.stdout) as { applied: string[] };
    expect(applied.length).toBeGreaterThanOrEqual(2);
    const again = [await run(["db", "migrate", "--json"], env), await run(["db", "migrate"], env)];
    expect(again.map(({ code, stdout }) => [code, stdout])).toEqual([
      [0, '{"applied":[]}\n'],
      [0, "The database is up to date\n"],
    ]);
    const lists = [await run(["org", "list", "--json"], env), await run(["org", "list"], env)];
    expect(lists.map(({ code, stdout }) => [code, stdout])).toEqual([
      [0, "[]\n"],
      [0, "Nothing to list\n"],
    ]);
    await dropTestDatabase(fresh);
  });

  it("[CLI-02] [OPS-01] adds no demo data to a database in use or in production", async () => {
    const [text, json] = [await finderlohn("db", "seed"), await finderlohn("db", "seed", "--json")];
    const production = await run(["db", "seed"], {
      ...onDatabase(db.ownerUrl, db.appUrl),
      APP_MODE: "production",
      APP_URL: "https://finderlohn.example",
      SESSION_SECRET: "9f2c7a41d0be836517c4f9a2e8d35b60",
      SMTP_URL: "smtp://localhost:1",
      STRIPE_SECRET_KEY: "sk_live_0",
      STRIPE_WEBHOOK_SECRET: "whsec_k3Xv9QmZ27RtLw8sYbN4pJdH",
      STRIPE_PRICE_MONTHLY: "price_0",
      STRIPE_PRICE_YEARLY: "price_1",
    });
    expect(text).toEqual({
      code: 0,
      stdout: "The database already has organizations: nothing added\n",
      stderr: "",
    });
    expect(json).toEqual({ code: 0, stdout: '{"seeded":false}\n', stderr: "" });
    expectFailure(production, 2, /not for APP_MODE=production/);
  });

  it("[CLI-02] [OPS-08] distributes nothing without Citus and says so; a dry run plans the tables", async () => {
    expectFailures(await finderlohn("db", "distribute"), [
      /Citus needs|create extension citus/,
      /nothing was changed$/,
    ]);
    for (const shards of ["0", "many", "5000"]) {
      const rejected = await finderlohn("db", "distribute", "--shards", shards);
      expectFailure(rejected, 2, /--shards must be a number from 1 to 4096, not "/);
    }
    const dry = await finderlohn("db", "distribute", "--dry-run", "--json");
    expect(dry.code).toBe(1);
    expect(JSON.parse(dry.stdout)).toMatchObject({
      distributed: expect.arrayContaining(["organization", "lead"]) as string[],
      truncated: [],
    });
    const empty = await createTestDatabase("empty");
    const outcome = await run(["db", "distribute"], onDatabase(empty.ownerUrl, empty.runtimeUrl));
    expectFailure(outcome, 1, /run "finderlohn db migrate" first/);
    await dropTestDatabase(empty);
  });

  it("[CLI-02] prints the connection string of either role", async () => {
    const owner = await finderlohn("db", "url", "--role", "owner");
    const app = await finderlohn("db", "url", "--role", "app");
    expect([owner.stdout, app.stdout]).toEqual([`${db.ownerUrl}\n`, `${db.appUrl}\n`]);
  });
});
