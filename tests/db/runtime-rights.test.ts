import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { jobNames, jobsBy } from "~/domain/shared/jobs";
import { migrate } from "../../cli/migrate";
import { createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { createTestDatabase, dropTestDatabase, withDatabase } from "../support/server";

// Tests by trying what the runtime role is denied.

const db = useDatabase();
const shared = Boolean(process.env["TEST_DATABASE_URL"]);

async function asRuntime(sql: string, url = db.appUrl): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
    return "done";
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

it("[ORG-07] the runtime role cannot create temporary tables", async () => {
  await migrate({ ownerUrl: db.ownerUrl, runtimeUrl: db.appUrl });
  expect(await asRuntime("create temporary table hidden (id int)")).toContain("permission denied");
});

it.each([
  "lo_create(0)",
  "lo_creat(-1)",
  "lo_from_bytea(0, 'secret')",
  "lo_get(1)",
  "lo_put(1, 0, 'x')",
  "lo_open(1, 131072)",
  "lo_unlink(1)",
])("[ORG-07] the runtime role cannot use large objects: %s", async (call) => {
  expect(await asRuntime(`select ${call}`)).toContain("permission denied for function");
});

it.skipIf(shared).each(["postgres", "template1"])(
  "[ORG-07] the runtime role cannot connect to the database %s",
  async (name) => {
    expect(await asRuntime("select 1", withDatabase(db.appUrl, name))).toContain("permission denied for database");
  },
);

it("[ORG-07] only jobs of the catalog can be queued, each in its own scope", async () => {
  const org = await createOrg(db.database);
  const names = [...jobNames, "no.such", "webhook.emit ", ""];
  const taken = async (call: (name: string) => string) => {
    const accepted: string[] = [];
    for (const name of names) {
      const sql = `begin; set local app.org_id = '${org.orgId}'; select ${call(name)}; rollback`;
      if ((await asRuntime(sql)) === "done") accepted.push(name);
    }
    return accepted;
  };
  expect(await taken((name) => `app.enqueue('${name}', '{}', null, null, null)`)).toEqual(jobsBy("organization"));
  expect(await taken((name) => `app.enqueue_all('${name}', '[{}]', null, null)`)).toEqual(jobsBy("organization"));
  expect(await taken((name) => `app.enqueue_identity('${name}', '{}', null)`)).toEqual(jobsBy("identity"));
  const unnamed = `set app.org_id = '${org.orgId}'; select app.enqueue(null, '{}', null, null, null)`;
  expect(await asRuntime(unnamed)).toContain("is none of an organisation");
  const several = `set app.org_id = '${org.orgId}'; select app.enqueue_all(null, '[{}]', null, null)`;
  expect(await asRuntime(several)).toContain("is none of an organization");
});

it("[ORG-07] migrating is rejected if the runtime role could bypass row-level security", async () => {
  const made = await createTestDatabase("empty");
  try {
    const { ownerUrl } = made;
    await expect(migrate({ ownerUrl, runtimeUrl: ownerUrl })).rejects.toThrow("owns tables");
    const adminUrl = withDatabase(inject("server").adminUrl, made.name);
    await expect(migrate({ ownerUrl, runtimeUrl: adminUrl })).rejects.toThrow("is a superuser");
    // Row-level security is not forced, so these checks keep the runtime role inside it (decision 58).
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    try {
      for (const [right, reason] of [
        ["createrole", "may create roles"],
        ["bypassrls", "may bypass row security"],
      ]) {
        const name = `right_${right}_${made.name}`;
        await admin.query(`create role ${name} login password 'x' ${right}`);
        const runtimeUrl = Object.assign(new URL(made.runtimeUrl), { username: name, password: "x" }).href;
        await expect(migrate({ ownerUrl, runtimeUrl })).rejects.toThrow(reason);
        await admin.query(`drop role ${name}`);
      }
    } finally {
      await admin.end();
    }
    await migrate(made);
  } finally {
    await dropTestDatabase(made);
  }
});

describe("[ORG-07] password hashes", () => {
  it("cannot be read as columns by any query", async () => {
    for (const table of ["app_user", "sign_up"]) {
      for (const sql of [
        `select password_hash from ${table}`,
        `select * from ${table}`,
        `select 1 from ${table} where password_hash like '$argon2%'`,
        `select to_jsonb(t) from ${table} t`,
        `select id from ${table} order by password_hash`,
        `update ${table} set email = email where password_hash is not null`,
        `update ${table} set password_hash = null returning password_hash`,
        `copy ${table} to stdout`,
      ])
        expect(await asRuntime(sql), sql).toContain("permission denied");
      expect(await asRuntime(`select count(*), max(email) from ${table}`)).toBe("done");
    }
  });

  it("are returned by functions one at a time, and never inside an organization", async () => {
    const { orgId, owner } = await createOrg(db.database);
    await db.ownerPool.query("update app_user set password_hash = 'hash' where id = $1", [owner.userId]);
    const ask = async (begin: string) => {
      const client = new pg.Client({ connectionString: db.appUrl });
      await client.connect();
      await client.query(begin);
      const { rows } = await client.query("select app.password_of($1) as hash", [owner.userId]);
      await client.end();
      return rows[0];
    };
    expect(await ask("begin")).toEqual({ hash: "hash" });
    expect(await ask(`begin; set local app.org_id = '${orgId}'`)).toEqual({ hash: null });
  });
});
