import { beforeEach, describe, expect, test } from "vitest";
import { listAudit } from "~/domain/audit/list-audit.server";
import { exportNames, type ExportName } from "~/paths/export-names";
import { sessionCookie } from "~/server/app-context.server";
import { ROWS_AT_ONCE } from "~/server/exports/csv-pieces.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { addMember, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { answer, rowsOf } from "../support/exports";
import { useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
let org: Org;
let affiliate: Affiliate;
let cookie: string;

const cookieOf = async (...args: Parameters<typeof signIn> extends [unknown, ...infer Rest] ? Rest : never) =>
  (await sessionCookie().serialize(await signIn(db.database, ...args))).split(";")[0]!;

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Möller & Söhne" });
  await withTerms(db.database, org, affiliate);
  cookie = await cookieOf(org.owner);
});

const ask = (name: ExportName, params = {}, { as = cookie, language = "en" } = {}) =>
  answer(name, params, { cookie: as, language });
const rows = async (name: ExportName, params = {}) => rowsOf(await ask(name, params));
const column = async (name: ExportName, at: number, params = {}) => (await rows(name, params)).map((row) => row[at]);

const log = () =>
  db.database.withOrg(org.orgId, org.owner.actor, async (scope) =>
    (await listAudit(scope, { cursor: null })).rows.filter(({ action }) => action === "list.export"),
  );

/** Marks the deal paid on 3 February, with a receipt. */
const pay = (id: string) =>
  db.ownerPool.query(
    `update deal set commission_paid = true, payment_date = '2026-02-03', receipt_url = 'https://bank.example/1'
     where id = $1`,
    [id],
  );

describe("[API-03] an export of many pages", () => {
  const LEADS = 2 * ROWS_AT_ONCE + 1;

  beforeEach(async () => {
    await db.ownerPool.query(
      `insert into lead (org_id, id, company_name, contact_person, email, status, created_at)
       select $1, gen_random_uuid(), 'Company ' || n, 'X', n || '@many.example', 'new', now() - n * interval '1 minute'
       from generate_series(1, $2::int) n`,
      [org.orgId, LEADS],
    );
  });

  const toItsEnd = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
    while (!(await reader.read()).done);
  };

  test("[API-03] contains every row once in the order of the list", async () => {
    expect(await column("leads", 0)).toEqual(Array.from({ length: LEADS }, (_, index) => `Company ${index + 1}`));
  });

  test("[API-03] [ORG-07] stops when the user loses access or switches to another organization", async () => {
    const member = await addMember(db.database, org);
    const begun = (await ask("leads", {}, { as: await cookieOf(member) })).body!.getReader();
    expect((await begun.read()).done).toBe(false);
    await db.ownerPool.query("delete from session where user_id = $1", [member.userId]);
    // Only pages that were read ahead still arrive.
    await expect(toItsEnd(begun)).rejects.toThrow(/may no longer enter/);

    const elsewhere = await createOrg(db.database);
    const reader = (await ask("leads")).body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await db.ownerPool.query(`insert into membership (org_id, user_id, role) values ($1, $2, 'member')`, [
      elsewhere.orgId,
      org.owner.userId,
    ]);
    await db.ownerPool.query("update session set org_id = $1 where user_id = $2", [elsewhere.orgId, org.owner.userId]);
    await expect(toItsEnd(reader)).rejects.toThrow(/another organization/);
  });
});

test("[API-03] [ORG-07] no export contains rows of another organization, whatever the address requests", async () => {
  const canary = "CANARY-7c1e";
  const other = await createOrg(db.database, { name: canary });
  const theirs = await activeAffiliate(db.database, other, {
    name: canary,
    email: "canary-7c1e@example.com",
  });
  await withTerms(db.database, other, theirs);
  await submittedLead(db.database, other, theirs, { company_name: canary });
  const { id } = await oneTimeDeal(db.database, other, theirs, { title: canary });
  await recurringDeal(db.database, other, theirs, { title: canary });
  await pay(id);
  const asks = [
    {},
    { q: canary },
    { tab: "all", status: "all" },
    { deal: id, tab: "all" },
    { affiliate: theirs.affiliateId, tab: "all" },
    { cursor: `on~2026-01-15~${id}` },
  ];
  for (const name of exportNames) {
    for (const params of asks)
      expect((await (await ask(name, params)).text()).toUpperCase(), name).not.toContain("CANARY");
  }
  // Members of that organization find the same rows.
  const as = await cookieOf(other.owner);
  // The forecast has sums alone.
  for (const name of exportNames.filter((name) => name !== "forecast"))
    expect(
      await (await ask(name, { tab: "all", status: name === "leads" ? "all" : "" }, { as })).text(),
      name,
    ).toContain("CANARY");
});

test("[API-03] [OPS-06] the audit log records who exported which list with which filter", async () => {
  await ask("commissions", { tab: "paid", affiliate: affiliate.affiliateId, unknown: "x", format: "de" });
  await ask("leads");
  expect((await log()).map(({ actor, data }) => [actor.name, data])).toEqual([
    [org.owner.name, { list: "leads", filter: "", format: "plain" }],
    [org.owner.name, { list: "commissions", filter: `tab=paid&affiliate=${affiliate.affiliateId}`, format: "de" }],
  ]);
});

test("[API-03] [BIL-06] a paused organization can still export", async () => {
  await oneTimeDeal(db.database, org, affiliate, { title: "Website" });
  await db.ownerPool.query("update organization set trial_ends_at = now() - interval '1 day' where org_id = $1", [
    org.orgId,
  ]);
  expect((await rows("commissions")).length).toBe(1);
  expect((await log()).length).toBe(1);
});

test("[API-03] a search with more matches than an export can contain is rejected instead of truncated", async () => {
  await db.ownerPool.query(
    `insert into lead (org_id, id, company_name, contact_person, email, status)
     select $1, gen_random_uuid(), 'Wide ' || n, 'X', n || '@wide.example', 'new' from generate_series(1, 10001) n`,
    [org.orgId],
  );
  const refused = await ask("leads", { q: "wide" });
  expect([refused.status, refused.headers.get("Location")]).toEqual([302, "/leads?q=wide"]);
  expect(refused.headers.get("Set-Cookie")).toContain("=");
  expect(await log()).toEqual([]);
  expect((await rows("leads", { q: "wide 4711" })).length).toBe(1);
  expect((await rows("leads")).length).toBe(10_001);
});
