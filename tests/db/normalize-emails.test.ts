import { afterAll, beforeAll, expect, test } from "vitest";
import type pg from "pg";
import { connectTo, migrate } from "../../cli/migrate";
import { EMAILS_MIGRATION, normalizeEmails } from "../../cli/normalize-emails";
import { invitedAffiliate } from "../factories/affiliates";
import { addedLead } from "../factories/deals";
import { invitedMember } from "../factories/members";
import { createOrg, type Org } from "../factories/organizations";
import { createUser } from "../factories/people";
import { useDatabase } from "../support/database";

// Tests addresses from before the normal form.

const db = useDatabase();
let client: pg.Client;
let org: Org;

beforeAll(async () => {
  client = await connectTo(db.ownerUrl);
  org = await createOrg(db.database);
});
afterAll(() => client.end());

const spell = (table: string, id: string, email: string) =>
  db.ownerPool.query(`update ${table} set email = $1 where id = $2`, [email, id]);
const emailOf = async (table: string, id: string) =>
  (await db.ownerPool.query<{ email: string }>(`select email from ${table} where id = $1`, [id])).rows[0]!.email;

test("[OPS-04] stored addresses are normalized, a conflicting account in use keeps its address, and the other is reported", async () => {
  const [alone, staff, twin] = [
    await createUser(db.database, { email: "allein@xn--bcher-kva.example" }),
    await createUser(db.database),
    await createUser(db.database),
  ];
  await spell("app_user", alone.userId, "allein@xn--bcher-kva.example");
  // The owner signed up in a browser; later a file added the same address, which nobody has used.
  await spell("app_user", staff.userId, "chef@xn--bcher-kva.example");
  await spell("app_user", twin.userId, "chef@bücher.example");
  await db.ownerPool.query("update app_user set password_hash = 'x' where id = $1", [staff.userId]);
  await db.ownerPool.query("update app_user set email_confirmed_at = null where id = $1", [twin.userId]);
  const [first, second] = [await invitedAffiliate(db.database, org), await invitedAffiliate(db.database, org)];
  await spell("affiliate", first.affiliateId, "p@straße.example");
  await spell("affiliate", second.affiliateId, "p@xn--strae-oqa.example");
  const lead = await addedLead(db.database, org);
  await spell("lead", lead, "c@bu\u0308cher.example");
  const strange = await addedLead(db.database, org);
  await spell("lead", strange, "c@xn--a.example");
  await invitedMember(db.database, org, "neu@xn--bcher-kva.example");
  await db.ownerPool.query("update member_invitation set email = 'neu@xn--bcher-kva.example'");

  const clashes = await normalizeEmails(client);
  expect(clashes).toEqual([
    { table: "app_user", org_id: null, id: twin.userId, same_as: staff.userId },
    { table: "affiliate", org_id: org.orgId, id: second.affiliateId, same_as: first.affiliateId },
    { table: "lead", org_id: org.orgId, id: strange, same_as: null },
  ]);
  expect(await emailOf("app_user", alone.userId)).toBe("allein@bücher.example");
  expect(await emailOf("app_user", staff.userId)).toBe("chef@bücher.example");
  expect(await emailOf("app_user", twin.userId)).toBe("chef@xn--bcher-kva.example");
  expect(await emailOf("affiliate", first.affiliateId)).toBe("p@straße.example");
  expect(await emailOf("affiliate", second.affiliateId)).toBe("p@xn--strae-oqa.example");
  expect(await emailOf("lead", lead)).toBe("c@bücher.example");
  const { rows } = await db.ownerPool.query("select distinct email from member_invitation");
  expect(rows).toEqual([{ email: "neu@bücher.example" }]);

  // Running it again changes nothing and reports the same.
  expect(await normalizeEmails(client)).toEqual(clashes);
  expect(await emailOf("app_user", staff.userId)).toBe("chef@bücher.example");
});

test("[OPS-04] addresses are normalized just before the migration of other texts to NFC", async () => {
  const lead = await addedLead(db.database, org);
  await spell("lead", lead, "d@xn--bcher-kva.example");
  await db.ownerPool.query("update lead set company_name = $1 where id = $2", ["Mu\u0308ller", lead]);
  const migration = [EMAILS_MIGRATION];
  await db.ownerPool.query("delete from _prisma_migrations where migration_name = $1", migration);
  expect(await migrate({ ownerUrl: db.ownerUrl, runtimeUrl: db.appUrl })).toEqual(migration);
  const { rows } = await db.ownerPool.query("select email, company_name from lead where id = $1", [lead]);
  expect(rows).toEqual([{ email: "d@bücher.example", company_name: "Müller" }]);
});
