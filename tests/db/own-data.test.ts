import { beforeEach, expect, it } from "vitest";
import { loader as account } from "~/routes/settings_.account[.]json";
import { loader as ownData } from "~/routes/affiliate.data[.]zip";
import { sessionCookie } from "~/server/app-context.server";
import { storeViewing } from "~/server/viewing.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { unzip } from "../support/unzip";
import { useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
let org: Org;
let affiliate: Affiliate;

const header = (line: string) => line.split(";")[0]!;
const cookieOf = async (...args: Parameters<typeof signIn> extends [unknown, ...infer Rest] ? Rest : never) =>
  header(await sessionCookie().serialize(await signIn(db.database, ...args)));
const ask = (loader: typeof ownData, path: string, cookie: string) =>
  loader({
    request: new Request(new URL(path, TEST_APP_URL), { headers: { Cookie: cookie } }),
    context: { nonce: "", requestId: "", ip: "127.0.0.1" },
    params: {},
  });
const download = async (cookie: string) =>
  unzip(Buffer.from(await (await ask(ownData, "/affiliate/data.zip", cookie)).arrayBuffer()));

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Vogel" });
  for (const [whose, company] of [
    [affiliate, "Own company"],
    [await activeAffiliate(db.database, org, { name: "CANARY" }), "CANARY GmbH"],
  ] as const) {
    await withTerms(db.database, org, whose);
    await submittedLead(db.database, org, whose, { company_name: company, notes: "SECRET remark" });
    await oneTimeDeal(db.database, org, whose, { title: company });
    await recurringDeal(db.database, org, whose, { title: company, contract_duration_months: "2" });
  }
});

it("[OPS-05] [ORG-07] affiliates download their stored data and nothing of others", async () => {
  const cookie = await cookieOf(affiliate, { door: "affiliate" });
  const files = await download(cookie);
  const lines = (table: string) =>
    files
      .get(`data/${table}.jsonl`)!
      .toString()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object);
  expect(lines("affiliate")).toMatchObject([{ id: affiliate.affiliateId, name: "Vogel" }]);
  for (const table of ["affiliate_term", "lead", "deal", "commission_payment"])
    expect(lines(table).length, table).toBeGreaterThan(0);
  for (const table of ["lead", "deal", "commission_payment", "affiliate_term"])
    for (const row of lines(table)) expect(row, table).toMatchObject({ affiliate_id: affiliate.affiliateId });
  const all = [...files.values()].join("\n");
  expect(all).not.toMatch(/CANARY|SECRET|hash/);
  expect(JSON.parse(files.get("account.json")!.toString())).toMatchObject({
    name: "Vogel",
    email: affiliate.email,
    has_password: false,
    sessions: [{ sign_in_page: "affiliate" }],
  });
});

it("[OPS-05] viewing a portal, and a session of a manual link, give no access to account data", async () => {
  const secret = await signIn(db.database, org.owner);
  const viewing = await asOwner(db.database, org, (scope) =>
    storeViewing(secret, { orgId: org.orgId, affiliateId: affiliate.affiliateId }, scope.now),
  );
  const staff = `${header(await sessionCookie().serialize(secret))}; ${header(viewing)}`;
  const handed = await cookieOf(affiliate, { door: "affiliate", affiliateOrgId: org.orgId, handedOut: true });
  for (const cookie of [staff, handed]) {
    const files = await download(cookie);
    expect(files.has("account.json")).toBe(false);
    expect(files.get("data/affiliate.csv")!.toString()).toContain("Vogel");
  }
});

it("[OPS-05] members download their account data and notifications, without secrets", async () => {
  await db.ownerPool.query(
    `insert into notification (org_id, id, user_id, type, params, subject_id)
     values ($1, gen_random_uuid(), $2, 'lead_created', '{"company": "Nord"}', gen_random_uuid())`,
    [org.orgId, org.owner.userId],
  );
  await db.ownerPool.query(
    "insert into mail_choice (org_id, id, user_id, muted) values ($1, gen_random_uuid(), $2, '{lead_created}')",
    [org.orgId, org.owner.userId],
  );
  await db.ownerPool.query("update app_user set password_hash = 'SECRET' where id = $1", [org.owner.userId]);
  const answer = await ask(account, "/settings/account.json", await cookieOf(org.owner));
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({
    email: org.owner.email,
    has_password: true,
    passkeys: [],
    sessions: [{ sign_in_page: "staff" }],
    organizations: [{ id: org.orgId, role: "owner" }],
    membership: {
      role: "owner",
      muted_mails: ["lead_created"],
      notices: expect.arrayContaining([
        expect.objectContaining({ type: "lead_created", about: { company: "Nord" }, read_at: null }),
      ]) as unknown,
    },
  });
  expect(text).not.toMatch(/SECRET|hash/);

  const member = await addMember(db.database, org);
  const own = await (await ask(account, "/settings/account.json", await cookieOf(member))).json();
  expect(own).toMatchObject({ email: member.email, membership: { role: "member", muted_mails: [], notices: [] } });
});
