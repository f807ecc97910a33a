import { beforeAll, expect, test } from "vitest";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { day, todayIn } from "~/domain/shared/dates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg } from "../factories/organizations";
import { withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate } from "../factories/payouts";
import { signIn } from "../factories/people";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Page, type Visitor } from "../support/visitor";

// A debt from the list to its end, without JavaScript.

const db = useDatabase();
const site = useSite(db);
const api = useApi(db);
const today = todayIn("Europe/Berlin", new Date());
let owner: Visitor;
let key: string;
let debts: string;

beforeAll(async () => {
  const org = await createOrg(db.database);
  await withPayer(db.database, org);
  const affiliate = await payableAffiliate(db.database, org, "Ada");
  const { id } = await oneTimeDeal(db.database, org, affiliate, { title: "Relaunch", close_date: today });
  const runId = await draftRun(db.database, org);
  await approvedRun(db.database, org, runId);
  await asOwner(db.database, org, (scope) => payPayouts(scope, { runId, payoutIds: null, paidOn: day(today) }));
  const end = endDealSchema.parse({ deal_id: id, reason: "customer_did_not_pay", day: today });
  await asOwner(db.database, org, (scope) => endDeal(scope, end));
  await db.ownerPool.query("update commission_claim set created_at = created_at - interval '100 days'");
  owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  key = await apiKey(db, org, "read");
  debts = `/payouts/reclaims/${affiliate.affiliateId}`;
});

const hidden = (page: Page, name: string) =>
  new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(page.text)?.[1] ?? "";
const reclaimed = async () => (await api("GET", "/reclaims", { key })).body.data;

test("[PAY-13] a debt is listed, paid back, owed again and waived", async () => {
  const list = await owner.open("/payouts");
  for (const shown of ["To reclaim", "€119.00", "Customer has not paid", `GU-${today.slice(0, 4)}-0001`])
    expect(textIn(list.text)).toContain(shown);
  expect(list.text).toContain(`href="${debts}"`);
  const eur = (amount: string) => ({ amount, currency: "EUR" });
  expect(await reclaimed()).toMatchObject([
    {
      affiliate_name: "Ada",
      net: eur("100.00"),
      vat: eur("19.00"),
      gross: eur("119.00"),
      claims: [{ deal_title: "Relaunch" }],
    },
  ]);

  const form = await owner.open(`${debts}/repayment?currency=EUR`);
  expect(textIn(form.text)).toContain("Records that €119.00 came back");
  const version = hidden(form, "version");
  const stale = await owner.post(`${debts}/repayment?currency=EUR`, { day: today, version: "old" });
  expect(stale.status).toBe(409);
  expect(textIn(stale.text)).toContain("has changed meanwhile");
  const paid = await owner.submit(`${debts}/repayment?currency=EUR`, { day: today, note: "Wire transfer", version });
  for (const shown of ["€119.00 is entered as paid back", "Paid back on", "Wire transfer", "Nothing is owed back"])
    expect(textIn(paid.text)).toContain(shown);
  expect(await reclaimed()).toEqual([]);
  expect(textIn((await owner.open("/payouts")).text)).not.toContain("To reclaim");

  const undone = await owner.submit(debts, { intent: "undo", settlement_id: hidden(paid, "settlement_id") });
  expect(textIn(undone.text)).toContain("The amount is owed again");
  const waiving = `${debts}/waive?currency=EUR`;
  const asked = await owner.open(waiving);
  expect(textIn(asked.text)).toContain("Ada no longer owes €119.00");
  const again = { version: hidden(asked, "version") };
  expect(textIn((await owner.post(waiving, { ...again, reason: "" })).text)).toContain("Please enter a reason");
  const waived = await owner.submit(waiving, { ...again, reason: "Bankrupt" });
  for (const shown of ["€119.00 is waived", "Waived on", "Bankrupt"]) expect(textIn(waived.text)).toContain(shown);
  expect((await owner.open(waiving)).status).toBe(404);
});
