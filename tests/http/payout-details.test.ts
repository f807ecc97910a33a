import { beforeAll, expect, test } from "vitest";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { addMember, createOrg, type Member, type Org } from "../factories/organizations";
import { openVies } from "~/platform/vies.server";
import { startReceiver } from "../jobs/receiver";
import { IBANS, payeeFields, payerIn } from "../factories/payees";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// In the portal and for staff, without JavaScript.

const db = useDatabase();
const site = useSite(db, { VIES: "on" });
const PAGE = "/affiliate/payout-details";
let org: Org;
let max: Member;
let ada: Affiliate;
let [portal, staff]: Visitor[] = [];

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Paying agency" });
  max = await addMember(db.database, org);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  const session = await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId });
  portal = await openVisitor(site, { language: "en", session });
  staff = await openVisitor(site, { language: "en", session: await signIn(db.database, max) });
});

const account = (iban: string, fields: Record<string, string> = {}) => ({
  intent: "account",
  holder: "Ada Payee",
  iban,
  bic: "",
  ...fields,
});

test("[PAY-01] what was entered wrongly is kept, each error is named, and nothing is saved", async () => {
  const wrong = { intent: "save", ...payeeFields, vat_id: "DE1", tax_number: "soon", country: "XX" };
  const rejected = await portal!.post(PAGE, wrong);
  expect(rejected.status).toBe(422);
  for (const typed of ["DE1", "soon", "Lange Straße"]) expect(rejected.text).toContain(`value="${typed}"`);
  const text = textIn(rejected.text);
  for (const error of ["This VAT ID is not valid", "This tax number has too few digits", "Please choose a country"])
    expect(text).toContain(error);
  const bank = await portal!.post(PAGE, account("DE00 1234"));
  expect([bank.status, bank.text.includes('value="DE00 1234"')]).toEqual([422, true]);
  expect(textIn(bank.text)).toContain("This IBAN is not valid");
  // The error belongs to one of the two forms only.
  expect(textIn(bank.text).match(/This IBAN is not valid/g)).toHaveLength(2);
  expect((await db.ownerPool.query("select 1 from payee_account union all select 1 from payee_profile")).rowCount).toBe(
    0,
  );
});

test("[PAY-01] [PAY-02] an affiliate enters everything, changes the account, and confirms it with the emailed link", async () => {
  expect(textIn((await portal!.open(PAGE)).text)).toContain("Paying agency cannot pay you yet");
  await portal!.submit(PAGE, { intent: "save", ...payeeFields });
  const done = await portal!.submit(PAGE, account(IBANS[0]));
  expect(textIn(done.text)).toContain("Ada Payee, DE •••• 3000");
  expect(textIn(done.text)).not.toContain("cannot pay you yet");
  const changed = await portal!.submit(PAGE, account(IBANS[1]));
  expect(textIn(changed.text)).toContain("It counts once the link in the email has been used");
  for (const page of [done, changed]) for (const iban of IBANS) expect(page.text).not.toContain(iban.slice(4));

  await db.runJobs();
  const mail = db.mails.findLast(({ text }) => text.includes("/confirm/"))!;
  const link = /https?:\/\/[^/]+(\/\S+confirm\/[\w-]+)/.exec(mail.text)![1]!;
  const asked = await portal!.open(link);
  expect([asked.status, textIn(asked.text).includes("DE •••• 2051")]).toEqual([200, true]);
  const stranger = await openVisitor(site, { language: "en" });
  expect((await stranger.open(link)).path).toContain("/affiliate/login");
  const confirmed = await portal!.submit(asked.path, {});
  expect(confirmed.path).toBe(PAGE);
  expect(textIn(confirmed.text)).toContain("Until then commissions go to the account above");
  const unknown = await portal!.open(`${PAGE}/confirm/unknown`);
  expect([unknown.status, textIn(unknown.text).includes("no longer valid")]).toEqual([410, true]);
});

test("[PAY-01] [PAY-02] staff see what is missing, and a member confirms an account with a note", async () => {
  const path = `/affiliates/${ada.affiliateId}/payout`;
  const dialog = await staff!.open(path);
  expect(textIn(dialog.text)).toContain("DE •••• 2051");
  const id = /name="id" value="([^"]+)"/.exec(dialog.text)![1]!;
  const without = await staff!.post(path, { intent: "confirm", id, note: " " });
  expect([without.status, textIn(without.text).includes("Please enter who has confirmed the account")]).toEqual([
    422,
    true,
  ]);
  const done = await staff!.submit(path, { intent: "confirm", id, note: "Ada, by phone" });
  expect(textIn(done.text)).toContain("The account is paid to from now on");
  const page = textIn((await staff!.open(`/affiliates/${ada.affiliateId}`)).text);
  for (const shown of ["Ada Payee, DE •••• 2051", "Nothing is missing", "Bank account confirmed: Ada"])
    expect(page).toContain(shown);
  await staff!.submit(path, account(IBANS[2]));
  const waiting = /name="id" value="([^"]+)"/.exec((await staff!.open(path)).text)![1]!;
  const withdrawn = await staff!.submit(path, { intent: "withdraw", id: waiting });
  expect(textIn(withdrawn.text)).toContain("The new account has been withdrawn");
});

test("[PAY-03] an owner sets the rhythm, a member only reads it, and the portal prints it", async () => {
  const owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const path = "/settings/payouts";
  const wrong = await owner.post(path, {
    intent: "save",
    legal_name: "Paying GmbH",
    cadence: "monthly",
    pay_day: "31",
  });
  expect([wrong.status, wrong.text.includes('value="31"')]).toEqual([422, true]);
  const form = {
    intent: "save",
    legal_name: "Paying GmbH",
    cadence: "monthly",
    pay_day: "15",
    minimum_amount: "50.00",
  };
  expect(textIn((await owner.submit(path, form)).text)).toContain("Payer details saved");
  const rhythm = "Paying agency pays every month, around day 15 of the month. Amounts below €50.00 are carried over.";
  expect(textIn((await portal!.open(PAGE)).text)).toContain(rhythm);
  const seen = textIn((await staff!.open(path)).text);
  expect([seen.includes(rhythm), seen.includes("Only owners can change this")]).toEqual([true, true]);
  expect((await staff!.post(path, form)).status).toBe(403);
});

test("[PAY-01] a VAT id of another EU country is asked of VIES, and both sides see the answer", async () => {
  const vies = await startReceiver();
  try {
    db.context.vies = openVies({ origin: vies.origin });
    vies.answer = 200;
    vies.answerBody = JSON.stringify({ isValid: true, name: "ADA SARL", requestIdentifier: "WAPI1" });
    await payerIn(db.database, org, { country: "DE", vat_id: "DE136695976" });
    const saved = await portal!.submit(PAGE, { intent: "save", ...payeeFields, vat_id: "FR61954506077" });
    expect(textIn(saved.text)).toContain("VIES, the VAT register of the EU, is being asked about this VAT ID");
    await db.runJobs();
    const staffPage = `/affiliates/${ada.affiliateId}/payout`;
    for (const page of [await portal!.open(PAGE), await staff!.open(staffPage)]) {
      const text = textIn(page.text);
      for (const part of [
        "Confirmed by VIES, the VAT register of the EU, on",
        "ADA SARL",
        "Consultation number: WAPI1",
      ])
        expect(text).toContain(part);
    }
    expect(await db.jobs("vat.check")).toEqual([]);
    // An answer that is too old is asked for again by whoever looks, and the page does not wait for it.
    await db.ownerPool.query("update vat_check set checked_at = checked_at - interval '91 days'");
    expect(textIn((await staff!.open(staffPage)).text)).toContain("Confirmed by VIES");
    await portal!.open(PAGE);
    expect(await db.jobs("vat.check")).toHaveLength(1);
    vies.answerBody = JSON.stringify({ isValid: false, userError: "INVALID" });
    await db.runJobs();
    expect(textIn((await staff!.open(staffPage)).text)).toContain("Not confirmed by VIES");
    expect(vies.requests).toHaveLength(2);
  } finally {
    db.context.vies = null;
    await vies.close();
  }
});
