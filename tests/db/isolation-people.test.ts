import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roleOf } from "../../cli/migrate";
import { activeAffiliate } from "../factories/affiliates";
import { createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { openAdmin, openPermissiveSession, undone } from "../support/tenancy/attempt";
import { PEOPLE_TABLES, readTables } from "../support/tenancy/catalog";
import { mutationsOf } from "../support/tenancy/mutations";
import { peopleViolations } from "../support/tenancy/people";

const db = useDatabase();
let admin: pg.Client;
let role: string;
let orgs: { a: Org; b: Org };
let affiliateId: string;

beforeAll(async () => {
  orgs = { a: await createOrg(db.database), b: await createOrg(db.database) };
  ({ affiliateId } = await activeAffiliate(db.database, orgs.b));
  role = roleOf(db.appUrl).name;
  admin = await openAdmin(db);
});

afterAll(() => admin.end());

describe("[ORG-08] users are hidden inside an organization", () => {
  /** Creates members and an affiliate of B, and a user with a session, a link and a pending sign-up. */
  async function knownPeople() {
    const { userId, email } = orgs.a.owner;
    await admin.query(`insert into session (id_hash, user_id, door, expires_at) values ('known', $1, 'staff', now())`, [
      userId,
    ]);
    await admin.query(
      `insert into sign_up (id, email, name, password_hash, token_hash, expires_at)
       values ($1, 'pending@example.com', 'x', 'x', 'known', now())`,
      [userId],
    );
    for (const [table, columns, values] of [
      ["authenticator_app", "user_id, secret", "$1, 'x'"],
      ["recovery_code", "user_id, code_hash", "$1, 'known'"],
      [
        "passkey",
        "id, user_id, credential_id, public_key, counter, name, device_type, is_backed_up",
        "$1, $1, 'known', 'x', 0, 'x', 'singleDevice', false",
      ],
      ["security_notice", "id, user_id, kind", "$1, $1, 'x'"],
      ["stripe_event", "id, type, customer_id, object_id", "$1, 'x', 'x', 'x'"],
      ["stripe_simulation", "id, kind, data", "$1, 'x', '{}'"],
    ]) {
      // For another user: a user has one app, and the tested user is to get one.
      await admin.query(`insert into ${table} (${columns}) values (${values})`, [orgs.b.owner.userId]);
    }
    return {
      orgId: orgs.b.orgId,
      affiliateId,
      otherOrgId: orgs.a.orgId,
      person: { id: userId, email },
    };
  }

  const people = async () => {
    const known = await knownPeople();
    return peopleViolations(await openPermissiveSession(admin, role), known);
  };

  it("[ORG-08] except the invited one, and the invitation", async () => {
    expect(await undone(admin, people)).toEqual([]);
  });

  it("[ORG-08] and the check detects every missing policy and condition", async () => {
    const tables = (await readTables(admin, role)).filter(({ name }) => PEOPLE_TABLES.includes(name));
    const unnoticed: string[] = [];
    let tried = 0;
    for (const mutation of tables.flatMap(mutationsOf)) {
      await undone(admin, async () => {
        await admin.query(mutation);
        tried += 1;
        if ((await people()).length === 0) unnoticed.push(mutation);
      });
    }
    expect(unnoticed).toEqual([]);
    expect(tried).toBeGreaterThan(tables.length * 5);
  });

  it("[ORG-08] and the permission for a user ends with the transaction", async () => {
    const runtime = new pg.Client({ connectionString: db.appUrl });
    await runtime.connect();
    const found = async () => {
      await runtime.query(`begin; set local app.org_id = '${orgs.b.orgId}'`);
      return (await runtime.query("select 1 from app_user")).rowCount;
    };
    try {
      expect(await found()).toBe(0);
      await runtime.query("select app.open_person($1)", [orgs.a.owner.email]);
      expect((await runtime.query("select 1 from app_user")).rowCount).toBe(1);
      await runtime.query("commit");
      expect(await found()).toBe(0);
      await runtime.query("rollback");
    } finally {
      await runtime.end();
    }
  });
});
