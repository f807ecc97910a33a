import { beforeAll, expect, test } from "vitest";
import { day, todayIn } from "~/domain/shared/dates";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// Commissions that wait for customers, on the screens of both sides, without JavaScript.

const db = useDatabase();
const site = useSite(db);
const WAITING = "/commissions?tab=waiting";
// In the time zone of the organization, where the day begins before that of UTC.
const today = todayIn("Europe/Berlin", new Date());

let org: Org;
let ada: Affiliate;
let owner: Visitor;
let affiliate: Visitor;

beforeAll(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada, { due_when: "customer_paid" });
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  affiliate = await openVisitor(site, { language: "en", session: await signIn(db.database, ada) });
});

const wonDeal = async (title: string) =>
  (await oneTimeDeal(db.database, org, ada, { title, amount: "1000.00", close_date: "2026-01-15" })).id;
const stored = async (id: string) =>
  (
    await db.ownerPool.query(
      "select customer_paid_on::text as on, customer_paid_amount::int as cents from deal where id = $1",
      [id],
    )
  ).rows[0];

test("[PAY-18] both sides see that a commission waits; recording the payment makes it due, and can be undone", async () => {
  const id = await wonDeal("Waiting relaunch");
  expect(textIn((await affiliate.open("/affiliate/earnings")).text)).toContain("due when the customer has paid");
  expect(textIn((await owner.open("/commissions")).text)).not.toContain("Waiting relaunch");
  expect(textIn((await owner.open(WAITING)).text)).toContain("Waiting relaunch");

  const form = { intent: "customer-paid", deal_id: id, paid_on: "2026-02-03" };
  const saved = await owner.submit(WAITING, form);
  expect(textIn(saved.text)).toContain("Customer payment saved");
  expect(await stored(id)).toEqual({ on: "2026-02-03", cents: 100_000 });
  expect(textIn((await owner.open("/commissions")).text)).toContain("since Feb 3, 2026");

  const [batch] = (
    await db.ownerPool.query("select id from audit_log where entity_id = $1 and action like '%customer%'", [id])
  ).rows;
  const undone = await owner.submit("/commissions/undo-customer", { batch_id: batch.id, back: WAITING });
  expect(textIn(undone.text)).toContain("the commission waits again");
  expect(await stored(id)).toEqual({ on: null, cents: null });
});

test("[PAY-18] the dialog keeps what was entered wrongly, stores the invoice, and removes the payment", async () => {
  const id = await wonDeal("Invoiced relaunch");
  const dialog = `/commissions/deal/${id}/customer`;
  const wrong = {
    intent: "record",
    paid_on: "2099-01-01",
    amount: "1.2.3",
    invoice_number: "RE-7",
    invoiced_on: "soon",
  };
  const rejected = await owner.post(dialog, wrong);
  expect(rejected.status).toBe(422);
  for (const typed of ["1.2.3", "RE-7", "soon"]) expect(rejected.text).toContain(`value="${typed}"`);
  const later = await owner.post(dialog, { ...wrong, amount: "900.00", invoiced_on: "2026-01-10" });
  expect([later.status, textIn(later.text).includes("Only today or an earlier day is possible")]).toEqual([422, true]);

  await owner.submit(dialog, { ...wrong, paid_on: today, amount: "900.00", invoiced_on: "2026-01-10" });
  expect(await stored(id)).toEqual({ on: today, cents: 90_000 });
  expect((await owner.open(dialog)).text).toContain('value="RE-7"');
  const removed = await owner.submit(dialog, { intent: "remove" });
  expect(textIn(removed.text)).toContain("the commission waits again");
});

test("[PAY-18] [PAY-13] terms say when a commission is due, on both sides, and reject wrong holding days", async () => {
  const path = `/affiliates/${ada.affiliateId}/terms`;
  const terms = { intent: "save", model: "rev_share", rev_share_percent: "12", currency: "EUR", cadence: "monthly" };
  const due = { due_when: "customer_paid", holding_days: "91", start_date: today };
  const rejected = await owner.post(path, { ...terms, ...due });
  expect([rejected.status, textIn(rejected.text).includes("Enter a whole number from 0 to 90")]).toEqual([422, true]);
  await owner.submit(path, { ...terms, ...due, holding_days: "30" });
  for (const text of [await owner.open(path), await affiliate.open("/affiliate/terms")].map(({ text }) => textIn(text)))
    expect(text).toContain("30 days after the customer has paid");
  const monthly = await recurringDeal(db.database, org, ada, { contract_start_date: day("2026-01-01") });
  const { rows } = await db.ownerPool.query(
    "select distinct due_when, holding_days from commission_payment where deal_id = $1",
    [monthly.id],
  );
  expect(rows).toEqual([{ due_when: "customer_paid", holding_days: 30 }]);
});
