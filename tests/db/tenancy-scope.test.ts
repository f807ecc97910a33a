import pg from "pg";
import { beforeAll, expect, inject, it } from "vitest";
import type { Scope } from "~/domain/shared/scope";
import { openDatabase } from "~/platform/db/database.server";
import { createOrg, type Org } from "../factories/organizations";
import { TEST_SECRET, useDatabase } from "../support/database";

// Tests what a scope guarantees about its transaction, which raw SQL and Prisma share. There is one connection, so a
// scope that does not release it blocks everything after it.

const db = useDatabase({ connections: 1 });
let org: Org;

beforeAll(async () => {
  org = await createOrg(db.database);
});

const inOrg = <T>(use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, org.owner.actor, use);
const insertLead = (scope: Scope, companyName: string) => scope.db.$executeRaw`
  insert into lead (org_id, id, company_name, contact_person, email)
  values (${scope.orgId}::uuid, gen_random_uuid(), ${companyName}, 'Ada', 'ada@example.com')`;
const createLead = (scope: Scope, companyName: string) =>
  scope.db.lead.create({ data: { companyName, contactPerson: "Ada", email: "ada@example.com" } });
const namesByPrisma = async (scope: Scope) =>
  (await scope.db.lead.findMany({ orderBy: { companyName: "asc" } })).map((lead) => lead.companyName);
const namesBySql = async (scope: Scope) => {
  const rows = await scope.db.$queryRaw<{ name: string }[]>`
    select company_name as name from lead order by company_name`;
  return rows.map(({ name }) => name);
};

it.each([
  ["raw SQL first", insertLead, createLead],
  ["Prisma first", createLead, insertLead],
])("[ORG-07] raw SQL and Prisma work in one transaction: %s", async (_which, first, second) => {
  const undone = inOrg(async (scope) => {
    await first(scope, "A");
    await second(scope, "B");
    expect(await namesBySql(scope)).toEqual(["A", "B"]);
    expect(await namesByPrisma(scope)).toEqual(["A", "B"]);
    throw new Error("the use case fails");
  });
  await expect(undone).rejects.toThrow("the use case fails");
  expect(await inOrg(namesByPrisma)).toEqual([]);

  await inOrg(async (scope) => {
    await first(scope, "A");
    await second(scope, "B");
  });
  expect(await inOrg(namesBySql)).toEqual(["A", "B"]);
  await inOrg((scope) => scope.db.lead.deleteMany());
});

it("[ORG-07] concurrent scopes that use Prisma stay in their own transactions", async () => {
  const several = openDatabase({ url: db.appUrl, secret: TEST_SECRET, connections: 5 });
  try {
    const orgs = await Promise.all(Array.from({ length: 10 }, () => createOrg(several)));
    const seen = await Promise.all(
      orgs.map(({ orgId, owner }, place) =>
        several.withOrg(orgId, owner.actor, async (scope) => {
          if (place % 2) await scope.db.$queryRaw`select 1`;
          await createLead(scope, orgId);
          const [session] = await scope.db.$queryRaw<{ org: string; backend: number }[]>`
            select current_setting('app.org_id') as org, pg_backend_pid() as backend`;
          const found = await Promise.all([
            scope.db.lead.findMany({ select: { orgId: true, companyName: true } }),
            scope.db.organization.findUniqueOrThrow({ where: { id: orgId }, select: { id: true } }),
          ]);
          const [after] = await scope.db.$queryRaw<{ backend: number }[]>`select pg_backend_pid() as backend`;
          expect(after!.backend).toBe(session!.backend);
          return [session!.org, ...found];
        }),
      ),
    );
    expect(seen).toEqual(orgs.map(({ orgId }) => [orgId, [{ orgId, companyName: orgId }], { id: orgId }]));
  } finally {
    await several.close();
  }
});

it("[ORG-07] a scope that hides the failure of a query is rolled back", async () => {
  const hiding = inOrg(async (scope) => {
    await insertLead(scope, "A");
    await scope.db.$queryRaw`select 1 / 0`.catch(() => {});
  });
  await expect(hiding).rejects.toThrow("one of its statements had failed");
  expect(await inOrg(namesBySql)).toEqual([]);
});

it("[ORG-07] a part of a scope may fail alone, with raw SQL and with Prisma", async () => {
  const parts = await inOrg(async (scope) => {
    await insertLead(scope, "A");
    const raw = await scope.inSavepoint("a part", async () => {
      await createLead(scope, "B");
      await scope.db.$queryRaw`select 1 / 0`;
    });
    const prisma = await scope.inSavepoint("a part", async () => {
      await insertLead(scope, "C");
      await scope.db.lead.create({
        data: { companyName: "D", contactPerson: "Ada", email: "x", affiliateId: scope.orgId },
      });
    });
    const [good] = [await scope.inSavepoint("a part", () => createLead(scope, "E"))];
    return [raw.ok, prisma.ok, good.ok];
  });
  expect(parts).toEqual([false, false, true]);
  expect(await inOrg(namesBySql)).toEqual(["A", "E"]);
  await inOrg((scope) => scope.db.lead.deleteMany());
});

it("[ORG-07] an ended scope accepts no more queries", async () => {
  const [used, unused] = [
    await inOrg(async (scope) => (await namesByPrisma(scope), scope)),
    await inOrg(async (scope) => scope),
  ];
  for (const scope of [used, unused]) {
    await expect(scope.db.$queryRaw`select 1`).rejects.toThrow("has ended");
    await expect(scope.db.$executeRaw`delete from lead`).rejects.toThrow("has ended");
    await expect(scope.db.lead.count()).rejects.toThrow(/ended|closed/);
    await expect(scope.inSavepoint("a part", async () => {})).rejects.toThrow("has ended");
  }
  expect(await inOrg(namesByPrisma)).toEqual([]);
});

/** Terminates a scope's connection, as a failover does. */
async function terminate(scope: Scope): Promise<void> {
  const [row] = await scope.db.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const admin = new pg.Client({ connectionString: inject("server").adminUrl });
  await admin.connect();
  await admin.query("select pg_terminate_backend($1)", [row!.pid]);
  await expect
    .poll(async () => (await admin.query("select 1 from pg_stat_activity where pid = $1", [row!.pid])).rowCount)
    .toBe(0);
  await admin.end();
}

it.each<[string, (scope: Scope) => Promise<unknown>]>([
  ["before raw SQL", async (scope) => (await terminate(scope), namesBySql(scope))],
  ["before Prisma is opened", async (scope) => (await terminate(scope), namesByPrisma(scope))],
  [
    "between two of Prisma's statements",
    async (scope) => (await namesByPrisma(scope), await terminate(scope), createLead(scope, "A")),
  ],
  ["before the end", async (scope) => (await createLead(scope, "A"), terminate(scope))],
  [
    "during a statement",
    (scope) => {
      const slow = scope.db.$queryRaw`select pg_sleep(60)`.catch((error: unknown) => error);
      return Promise.all([slow.then((error) => Promise.reject(error)), terminateRunning()]);
    },
  ],
])("[ORG-07] a lost connection ends its scope immediately and is not reused: %s", async (_when, use) => {
  const from = performance.now();
  await expect(inOrg(use)).rejects.toThrow(/connection|terminat/i);
  expect(performance.now() - from).toBeLessThan(20_000);
  expect(await inOrg(namesByPrisma)).toEqual([]);
});

async function terminateRunning(): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("server").adminUrl });
  await admin.connect();
  const sql = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and query = 'select pg_sleep(60)' and state = 'active'`;
  await expect.poll(async () => (await admin.query(sql, [new URL(db.appUrl).pathname.slice(1)])).rowCount).toBe(1);
  await admin.end();
}

it("[ORG-07] raw SQL reads and writes values like Prisma, whatever the server's time zone", async () => {
  const name = new URL(db.appUrl).pathname.slice(1);
  await db.ownerPool.query(`alter database ${name} set timezone = 'America/New_York'`);
  const elsewhere = openDatabase({ url: db.appUrl, secret: TEST_SECRET, connections: 1 });
  const moment = new Date("2026-03-08T06:30:00.123Z");
  try {
    await elsewhere.withOrg(org.orgId, org.owner.actor, async (scope) => {
      const lead = await createLead(scope, "A");
      expect(Math.abs(lead.createdAt.getTime() - Date.now())).toBeLessThan(600_000);
      await scope.db.lead.updateMany({ data: { createdAt: moment } });
      const [row] = await scope.db.$queryRaw<Record<string, unknown>[]>`
        select created_at, created_at = ${moment} as same, 9007199254740993 as large, date '2026-03-08' as day,
               ${[moment]}::timestamptz[] @> array[created_at] as among, ${["a", 'b"\\,', null]}::text[] as words,
               ${9007199254740993n}::bigint as given, ${true} and not ${false} as yes, '{"a": [1]}'::jsonb as json,
               (${moment}::timestamptz at time zone 'UTC')::date::text as utc_day
        from lead`;
      expect(row).toEqual({
        created_at: moment,
        same: true,
        large: 9007199254740993n,
        day: new Date("2026-03-08T00:00:00Z"),
        among: true,
        words: ["a", 'b"\\,', null],
        given: 9007199254740993n,
        yes: true,
        json: { a: [1] },
        utc_day: "2026-03-08",
      });
      expect((await scope.db.lead.findFirstOrThrow()).createdAt).toEqual(moment);
    });
  } finally {
    await elsewhere.close();
    await db.ownerPool.query(`alter database ${name} reset timezone`);
    await inOrg((scope) => scope.db.lead.deleteMany());
  }
});

it("[ORG-07] raw SQL accepts one statement only", async () => {
  const two = inOrg((scope) => scope.db.$executeRawUnsafe("select 1; delete from lead"));
  await expect(two).rejects.toThrow("multiple commands");
});

it("[ORG-07] statements without a transaction see nothing of an organization", async () => {
  await inOrg((scope) => createLead(scope, "A"));
  const leads = await db.database.withStatements(({ db: tx }) => tx.$queryRaw`select id from lead`);
  expect(leads).toEqual([]);
  await inOrg((scope) => scope.db.lead.deleteMany());
});

it("[ORG-07] a prepared statement stays on its connection, shows each organization its own rows, and can be disabled", async () => {
  const other = await createOrg(db.database);
  const company = (scope: Scope) => scope.db.$queryPrepared<{ name: string }[]>`
    select company_name as name from lead where company_name like ${"Prepared %"}`;
  const statements = async (scope: Scope) => {
    const rows = await scope.db.$queryRaw<{ name: string }[]>`
      select name from pg_prepared_statements where statement like '%company_name as name from lead where company_name like%'
        and name <> ''`;
    return rows.length;
  };
  for (const url of [db.appUrl, `${db.appUrl}?pgbouncer=true`]) {
    const one = openDatabase({ url, secret: TEST_SECRET, connections: 1 });
    try {
      for (const { orgId, owner } of [org, other]) {
        await one.withOrg(orgId, owner.actor, (scope) => insertLead(scope, `Prepared ${orgId}`));
      }
      // More than five times, after which Postgres may use one plan for all values.
      for (let time = 0; time < 8; time++) {
        for (const { orgId, owner } of [org, other]) {
          const rows = await one.readOrg(orgId, owner.actor, company);
          expect(new Set(rows.map(({ name }) => name))).toEqual(new Set([`Prepared ${orgId}`]));
        }
      }
      expect(await one.readOrg(org.orgId, org.owner.actor, statements)).toBe(url === db.appUrl ? 1 : 0);
    } finally {
      await one.close();
    }
  }
});
