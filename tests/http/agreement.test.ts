import { beforeAll, expect, test } from "vitest";
import { savePayee } from "~/domain/payouts/save-payee.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { createOrg, type Org } from "../factories/organizations";
import { payeeInput, withPayer } from "../factories/payees";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// In the portal and for staff, without JavaScript.

const db = useDatabase();
const site = useSite(db);
const PAGE = "/affiliate/payout-details";
let org: Org;
let ada: Affiliate;
let staffPath: string;
let [portal, owner]: Visitor[] = [];

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Paying agency" });
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  staffPath = `/affiliates/${ada.affiliateId}/payout`;
  portal = await openPortal("en");
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
});

const openPortal = async (language: string) =>
  openVisitor(site, {
    language,
    session: await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId }),
  });
const accepting = { intent: "accept-agreement", agreement_version: "1", agreement_language: "en" };
const withdrawing = { intent: "withdraw-agreement" };
const held = async () => {
  const { rows } = await db.ownerPool.query(
    "select version, language from self_billing_agreement where withdrawn_at is null",
  );
  return rows;
};
const pages = async () => [textIn((await portal!.open(PAGE)).text), textIn((await owner!.open(staffPath)).text)];

test("[PAY-04] is offered to a business by a payer in Germany, and otherwise the page says why not", async () => {
  let [own, staff] = await pages();
  expect(own).not.toContain("Self-billing");
  expect(staff).toContain("Asked once your country is entered");
  await withPayer(db.database, org);
  [own, staff] = await pages();
  expect(own).toContain("Enter your tax status above first");
  expect(staff).toContain("Asked once the tax status is entered");
  const enter = (status: string) =>
    asAffiliate(db.database, org, ada, (scope) =>
      savePayee(scope, ada.affiliateId, payeeInput({ tax_status: status })),
    );
  await enter("private");
  [own, staff] = await pages();
  expect(own).toContain("self-billed invoices are for businesses only");
  expect(staff).toContain("A private person gets no self-billed invoice");
  await portal!.submit(PAGE, accepting);
  await enter("regular");
  await withPayer(db.database, org, { country: "AT", vat_id: "" });
  [own, staff] = await pages();
  expect(own).toContain("offered for payers in Germany only");
  expect(staff).toContain("issued for payers in Germany only");
  await portal!.submit(PAGE, accepting);
  expect(await held()).toEqual([]);
  await withPayer(db.database, org);
  expect((await pages())[1]).toContain("Only the affiliate can agree, in the portal");
});

test("[PAY-04] a member cannot accept: not on the staff's page, not in the portal, and not while viewing it", async () => {
  expect((await owner!.post(staffPath, accepting)).status).toBe(400);
  expect((await owner!.post(PAGE, accepting)).status).toBe(302);
  await owner!.submit(`/affiliates/${ada.affiliateId}/view`, {});
  const viewed = await owner!.open(PAGE);
  expect([viewed.path, textIn(viewed.text).includes("Agreement on self-billing")]).toEqual([PAGE, true]);
  const refused = await owner!.submit(PAGE, accepting);
  expect(textIn(refused.text)).toContain("Agreement on self-billing");
  expect(await held()).toEqual([]);
  await owner!.submit("/affiliates/end-view", {});
});

test("[PAY-04] the affiliate reads, accepts and withdraws it, and staff see when and which version", async () => {
  const offered = textIn((await portal!.open(PAGE)).text);
  for (const part of ["between you and Agency GmbH", "Right to object", "§ 14c UStG"]) expect(offered).toContain(part);
  const stale = await portal!.submit(PAGE, { ...accepting, agreement_version: "0" });
  expect(textIn(stale.text)).toContain("The agreement has changed");
  const strange = await portal!.submit(PAGE, { ...accepting, agreement_language: "xx" });
  expect(textIn(strange.text)).toContain("The agreement has changed");
  expect(await held()).toEqual([]);

  const accepted = await portal!.submit(PAGE, accepting);
  const words = /Agreed on \w{3} \d+, \d{4} at \d\d:\d\d, version 1/;
  expect(textIn(accepted.text)).toMatch(words);
  expect(await held()).toEqual([{ version: 1, language: "en" }]);
  const [own, staff] = await pages();
  for (const page of [own, staff]) expect(page).toContain("between you and Agency GmbH");
  expect(staff).toMatch(words);
  expect(accepted.text).not.toContain("accept-agreement");
  // The text stays as it was read, whatever the language and the name of the payer are now.
  await withPayer(db.database, org, { legal_name: "Renamed AG" });
  const german = textIn((await (await openPortal("de")).open(PAGE)).text);
  expect(german).toMatch(/Zugestimmt am \d\d\.\d\d\.\d{4} um \d\d:\d\d, Fassung 1/);
  expect(german).toContain("between you and Agency GmbH");
  expect(textIn((await owner!.open("/settings/activity")).text)).toContain("Self-billing agreed: Ada");

  // It can be withdrawn whatever the payer enters.
  await withPayer(db.database, org, { country: "", vat_id: "" });
  expect((await portal!.open(PAGE)).text).toContain("withdraw-agreement");
  await withPayer(db.database, org, { legal_name: "Renamed AG" });
  expect((await owner!.post(staffPath, withdrawing)).status).toBe(400);
  const withdrawn = await portal!.submit(PAGE, withdrawing);
  expect(textIn(withdrawn.text)).toContain("You have withdrawn your agreement");
  expect(textIn(withdrawn.text)).toContain("between you and Renamed AG");
  expect(await held()).toEqual([]);
  const again = await portal!.submit(PAGE, withdrawing);
  expect(textIn(again.text)).toContain("There is no agreement in force");
});
