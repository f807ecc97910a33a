import { beforeAll, expect, test } from "vitest";
import { activeAffiliate } from "../factories/affiliates";
import { addMember, createOrg, type Member, type Org } from "../factories/organizations";
import { IBANS, payerFields } from "../factories/payees";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { filledForm } from "../support/filled-form";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// Without JavaScript.

const db = useDatabase();
const site = useSite(db);
const PAGE = "/settings/payouts";
const ACCOUNT = `${PAGE}/account`;
let org: Org;
let max: Member;
let [owner, other, member, portal]: Visitor[] = [];

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Paying agency" });
  max = await addMember(db.database, org);
  const second = await addMember(db.database, org, { role: "owner" });
  const ada = await activeAffiliate(db.database, org, { name: "Ada" });
  const visit = async (session: string) => openVisitor(site, { language: "en", session });
  owner = await visit(await signIn(db.database, org.owner));
  other = await visit(await signIn(db.database, second));
  member = await visit(await signIn(db.database, max));
  portal = await visit(await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId }));
});

const form = { intent: "save", ...payerFields };
const value = (name: string, text: string) => new RegExp(`name="${name}"[^>]*value="${text}"`);

test("[PAY-03] an owner enters numbers, VAT rates and booking, and what was entered wrongly is kept", async () => {
  const wrong = await owner!.post(PAGE, {
    ...form,
    statement_numbers: "AB/{NUMBER}",
    vat_from_1: "2026-01-01",
    vat_rate_1: "200",
  });
  expect(wrong.status).toBe(422);
  for (const typed of ["AB/{NUMBER}", "200", "2026-01-01"]) expect(wrong.text).toContain(`value="${typed}"`);
  for (const error of ["Only letters, digits, hyphens", "Please enter a rate from 0 to 100%"])
    expect(textIn(wrong.text)).toContain(error);

  const saved = await owner!.submit(PAGE, form);
  expect(textIn(saved.text)).toContain("Payer details saved");
  expect(textIn(saved.text)).toContain("For example AB-");
  // The German rates, ready to be edited, and one empty row.
  for (const [row, from, rate] of [
    [1, "2007-01-01", "19"],
    [2, "2020-07-01", "16"],
    [3, "2021-01-01", "19"],
  ]) {
    expect(saved.text).toMatch(value(`vat_from_${row}`, String(from)));
    expect(saved.text).toMatch(value(`vat_rate_${row}`, String(rate)));
  }
  expect([4, 5].map((row) => saved.text.includes(`name="vat_rate_${row}"`))).toEqual([true, false]);
  const changed = await owner!.submit(PAGE, {
    ...form,
    booking: "each",
    statement_numbers: "P{AFFILIATE}-{NUMBER}",
    vat_from_1: "01.01.2021",
    vat_rate_1: "7.5 %",
  });
  expect(changed.text).toMatch(value("vat_rate_1", "7.50"));
  expect(textIn(changed.text)).toContain("For example P12-0007");
  expect(changed.text).not.toContain('name="vat_from_3"');
});

test("[PAY-03] of two owners the second sees what the first has saved", async () => {
  const { form: shown } = filledForm((await other!.open(PAGE)).text, "Save");
  await owner!.submit(PAGE, { ...form, booking: "one", vat_from_1: "2021-01-01", vat_rate_1: "8" });
  const rejected = await other!.post(PAGE, {
    ...shown,
    intent: "save",
    statement_numbers: "Z{NUMBER}",
    booking: "each",
  });
  const text = textIn(rejected.text);
  expect(rejected.status).toBe(409);
  for (const part of ["8% from Jan 1, 2021", "One sum"]) expect(text).toContain(part);
});

test("[PAY-03] an owner enters the account, and no page shows the number", async () => {
  const wrong = await owner!.post(ACCOUNT, { iban: "DE00 1234" });
  expect([wrong.status, textIn(wrong.text).includes("This IBAN is not valid")]).toEqual([422, true]);
  const saved = await owner!.submit(ACCOUNT, { iban: IBANS[0], bic: "", holder: "" });
  expect([saved.path, textIn(saved.text).includes("Agency GmbH, DE •••• 3000")]).toEqual([PAGE, true]);
  for (const page of [saved, await owner!.open(ACCOUNT), await owner!.open("/settings/activity")])
    expect(page.text).not.toContain(IBANS[0].slice(4));
  const asMember = await member!.get(ACCOUNT);
  expect([asMember.status, asMember.text.includes('name="iban"')]).toEqual([403, false]);
  expect((await member!.post(ACCOUNT, { iban: IBANS[1] })).status).toBe(403);
});

test("[PAY-03] a second member is required with a button, which members do not have", async () => {
  const required = await owner!.submit(PAGE, { intent: "require-approver" });
  expect(textIn(required.text)).toContain("Payouts must be approved by a member who has not prepared them");
  const seen = await member!.open(PAGE);
  expect(textIn(seen.text)).toContain("Payouts must be approved by a member who has not prepared them");
  expect(seen.text).not.toContain("release-approver");
  await member!.submit(PAGE, { intent: "release-approver" });
  expect(textIn((await owner!.open(PAGE)).text)).toContain("No longer require it");
  const released = await owner!.submit(PAGE, { intent: "release-approver" });
  expect(textIn(released.text)).toContain("Payouts no longer need a second member");
});

test("[PAY-03] an affiliate opens none of it and changes nothing", async () => {
  const rows = async () =>
    (await db.ownerPool.query("select id from payer_profile union all select id from payer_account")).rowCount;
  const before = await rows();
  for (const path of [PAGE, ACCOUNT]) {
    expect((await portal!.get(path)).status).toBe(302);
    expect((await portal!.post(path, { ...form, iban: IBANS[1], town: "Ulm" })).status).toBe(302);
  }
  expect(await rows()).toBe(before);
});

test("[PAY-03] says once that it is no tax advice, in each language", async () => {
  for (const [language, words] of [
    ["en", "not tax advice"],
    ["de", "keine Steuerberatung"],
    ["fr", "conseil fiscal"],
    ["es", "asesoramiento fiscal"],
  ] as const) {
    const visitor = await openVisitor(site, { language, session: await signIn(db.database, org.owner) });
    expect(textIn((await visitor.open(PAGE)).text).split(words)).toHaveLength(2);
  }
});
