import { beforeAll, beforeEach, expect, test } from "vitest";
import { listImportRows } from "~/domain/imports/list-import-rows.server";
import { readImport } from "~/domain/imports/read-import.server";
import { hashPassword } from "~/platform/passwords.server";
import { action as invite } from "~/routes/_app.settings.members.invite";
import { action as affiliateLogin } from "~/routes/_site.affiliate.login";
import { action as auth } from "~/routes/_site.auth";
import { action as forgot } from "~/routes/_site.auth_.forgot";
import { sessionCookie } from "~/server/app-context.server";
import { accountOutside, listPeople } from "../../cli/people";
import { activeAffiliate } from "../factories/affiliates";
import { importedFile } from "../factories/imports";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { createUser, signIn } from "../factories/people";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

// A browser sends the domain of an address in ASCII; files and other programs contain it in Unicode.

const db = useDatabase();
useRoutes(db);
const api = useApi(db);

const OWNER = "chefin@bücher.example";
const PARTNER = "partner@straße.example";
const BROWSER = { owner: "Chefin@xn--bcher-kva.example", partner: "partner@xn--strae-oqa.example" };
// Entered on a machine that encodes accents as separate characters.
const TYPED = "mo\u0308wen im no\u0308rdlichen wind";
const PASSWORD = TYPED.normalize("NFC");

let org: Org;
let cookie: string;

beforeAll(async () => {
  org = await createOrg(db.database, { ownerEmail: OWNER });
  await activeAffiliate(db.database, org, { email: PARTNER });
  cookie = (await sessionCookie().serialize(await signIn(db.database, org.owner))).split(";")[0]!;
});
beforeEach(async () => {
  await db.runJobs();
  db.mails.length = 0;
  await db.ownerPool.query("delete from rate_limit");
});

const passwordIs = async (hash: string) =>
  db.ownerPool.query("update app_user set password_hash = $2 where email = $1", [OWNER, hash]);
const enter = (password: string, email = BROWSER.owner) => call(auth, "/auth", { form: { email, password } });

test("[AUTH-03] staff sign in with their browser's form of the address, and with either form of the password", async () => {
  await passwordIs(await hashPassword(PASSWORD));
  for (const [password, email] of [
    [PASSWORD, BROWSER.owner],
    [TYPED, BROWSER.owner],
    [TYPED, OWNER],
  ] as const)
    expect(await enter(password, email)).toMatchObject({ status: 302, to: "/leads" });
  expect((await enter(`${TYPED}x`)).status).toBe(401);
});

test("[AUTH-03] a hash from before passwords were normalized still matches", async () => {
  const { hash } = await import("@node-rs/argon2");
  const old = await hash(TYPED, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await passwordIs(old);
  expect(await enter(TYPED)).toMatchObject({ status: 302, to: "/leads" });
});

test("[AUTH-04] [AUTH-11] links are emailed for either spelling of an address, and attempts count together", async () => {
  await call(forgot, "/auth/forgot", { form: { email: BROWSER.owner } });
  await call(affiliateLogin, "/affiliate/login", { form: { email: BROWSER.partner } });
  await db.runJobs();
  expect(db.mails.map(({ to }) => JSON.stringify(to)).sort()).toEqual([
    expect.stringContaining(PARTNER),
    expect.stringContaining(OWNER),
  ]);
  const statuses = [];
  for (let at = 0; at < 12; at++)
    statuses.push((await enter("not the password", at % 2 ? OWNER : BROWSER.owner)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test("[AFF-03] [API-01] [API-04] form, API and import recognize an affiliate by either spelling", async () => {
  const key = await apiKey(db, org);
  for (const email of [BROWSER.partner, "PARTNER@STRASSE.example".replace("SS", "ß")]) {
    const reply = await api("POST", "/affiliates", { key, body: { name: "Twin", email } });
    expect([reply.status, reply.body.code]).toEqual([409, "affiliate_email_taken"]);
  }
  const inScope = <T>(use: Parameters<typeof asOwner<T>>[2]) => asOwner(db.database, org, use);
  const file = `name,email\nTwin,${BROWSER.partner}\nNew,neu@bu\u0308cher.example\nAgain,neu@xn--bcher-kva.example\n`;
  const id = await importedFile(inScope, "affiliates", file);
  const rows = await inScope(async (scope) => {
    const run = await readImport(scope, "affiliates", id);
    return (await listImportRows(scope, run!, { cursor: null })).rows;
  });
  expect(rows.map(({ outcome, problems }) => [outcome, problems.map(({ reason }) => reason)])).toEqual([
    ["duplicate", ["import_duplicate_affiliates"]],
    ["ready", []],
    ["duplicate", ['import_duplicate_line|{"line":3}']],
  ]);
});

test("[LEAD-04] [API-01] a lead's affiliate and contact are found by either spelling", async () => {
  const inScope = <T>(use: Parameters<typeof asOwner<T>>[2]) => asOwner(db.database, org, use);
  const file = `company name,contact,email,affiliate\nBücher,Ö,a@xn--bcher-kva.example,${BROWSER.partner}\n`;
  const id = await importedFile(inScope, "leads", file);
  const row = await inScope(async (scope) => {
    const run = await readImport(scope, "leads", id);
    return (await listImportRows(scope, run!, { cursor: null })).rows[0]!;
  });
  expect([row.outcome, row.problems]).toEqual(["ready", []]);
  const key = await apiKey(db, org);
  const body = { company_name: "Bu\u0308cher", contact_person: "O\u0308", email: "a@xn--bcher-kva.example" };
  const made = await api("POST", "/leads", { key, body });
  expect(made.body).toMatchObject({
    company_name: "Bücher",
    contact_person: "Ö",
    email: "a@bücher.example",
  });
});

test("[MEM-01] a member cannot be invited again in the other spelling", async () => {
  const answer = await call(invite, "/settings/members/invite", {
    form: { email: BROWSER.owner, role: "member" },
    cookie,
  });
  expect(JSON.stringify(answer.body)).toContain("member_exists");
});

test("[CLI-01] the command line finds a user by either spelling, and an account that kept the other one", async () => {
  const idsOf = async (email: string) => (await listPeople(db.ownerUrl, { email })).map(({ id }) => id);
  for (const email of [OWNER, BROWSER.owner]) expect(await idsOf(email)).toEqual([org.owner.userId]);
  const other = await createOrg(db.database);
  expect(await accountOutside(db.ownerUrl, other.orgId, BROWSER.owner)).toMatchObject({
    id: org.owner.userId,
  });
  const twin = "twin@xn--bcher-kva.example";
  const { userId } = await createUser(db.database, { email: twin });
  for (const email of ["TWIN@bücher.example", twin]) expect(await idsOf(email)).toEqual([userId]);
});
