import type { TFunction } from "i18next";
import { beforeAll, expect, test } from "vitest";
import { addMonths, formatDay, formatMonth } from "~/domain/shared/dates";
import { texts } from "../../e2e/support/texts";
import { activeAffiliate, withTerms, type Affiliate } from "../../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../../factories/deals";
import { createOrg, type Org } from "../../factories/organizations";
import { signIn } from "../../factories/people";
import { useDatabase } from "../../support/database";
import { openPlain } from "../../support/plain/page";
import { plainOwner, plainPortal, send, today } from "../../support/plain/world";
import { useSite } from "../../support/site";

// The portal without JavaScript, of an affiliate who earns at two agencies: 3,000.00 € paid once at the first, and 10 %
// of 200.00 € a month.

const db = useDatabase();
const site = useSite(db);

const RECEIPT = "https://receipts.example/2027.pdf";
const agencies = ["Anker", "Boje"] as const;
let t: TFunction;
let paula: Affiliate;
let first: Org;

beforeAll(async () => {
  t = await texts("en");
  const owner = await plainOwner(db, site, "en", agencies[0]);
  first = owner.org;
  paula = await activeAffiliate(db.database, first, { name: "Paula Partner" });
  const boje = await createOrg(db.database, { name: agencies[1], trial: true });
  const there = await activeAffiliate(db.database, boje, { name: "Paula Partner", email: paula.email });
  await withTerms(db.database, first, paula, { cadence: "monthly", currency: "EUR" });
  const session = await signIn(db.database, boje.owner);
  const terms = { model: "rev_share", rev_share_percent: "10", cadence: "monthly", currency: "EUR" };
  const staff = await openPlain(site, { language: "en", session });
  await send(staff, `/affiliates/${there.affiliateId}/terms`, { intent: "save", start_date: today, ...terms });
  const lead = (company_name: string) => submittedLead(db.database, first, paula, { company_name });
  const website = { lead_id: await lead("Alpha GmbH"), title: "Website", amount: "30000", close_date: today };
  const { id } = await oneTimeDeal(db.database, first, paula, website);
  await send(owner.staff, "/leads", { intent: "mark-paid", deal_id: id });
  await send(owner.staff, `/transactions/deal/${id}/receipt`, { receipt_url: RECEIPT });
  const months = { contract_duration_months: "4", contract_start_date: addMonths(today, -1) };
  const hosting = { lead_id: await lead("Beta AG"), title: "Hosting", mrr: "200", ...months };
  await recurringDeal(db.database, first, paula, hosting);
});

const open = () => plainPortal(db, site, first, paula);

test("[POR-08] [POR-03] the portal shows earnings by month, their deal with its timeline, and leads back", async () => {
  const page = await open();
  await page.goto("/affiliate/earnings?period=all");
  const table = (name: string) => page.getByRole("table", { name: t(`portal:${name}`) });
  const month = table("earnings.by_month")
    .getByRole("row")
    .filter({ hasText: formatMonth(today, "en-US") });
  expect(month).toContainText("€3,000.00");
  const list = table("earnings.list");
  expect(list.getByRole("rowheader", { name: formatMonth(today, "en-US"), exact: true })).toBeVisible();
  const alpha = list.getByRole("row").filter({ hasText: "Alpha GmbH" });
  expect(alpha).toContainText(t("commissions:states.paid"));
  expect(alpha.getByRole("link", { name: t("portal:payment.receipt") })).toHaveAttribute("href", RECEIPT);
  const beta = list.getByRole("row").filter({ hasText: "Beta AG" });
  expect(beta).toHaveCount(4);
  expect(beta.first()).toContainText("€20.00");

  await alpha.getByRole("link", { name: /^Alpha/ }).click();
  const dialog = page.getByRole("dialog", { name: "Alpha GmbH – Website" });
  const steps = dialog.getByRole("region", { name: t("portal:timeline.title") }).getByRole("listitem");
  expect(steps.first()).toContainText(t("portal:timeline.submitted"));
  expect(steps.nth(-1)).toContainText(t("portal:timeline.paid"));
  expect(steps.nth(-1)).toContainText(formatDay(today, "en-US"));
  expect(dialog).toContainText("You receive 10% of €30,000.00");
  await dialog.getByRole("link", { name: t("common:close") }).click();
  expect(page).toHaveURL("/affiliate/earnings?period=all");
  expect(dialog).toHaveCount(0);
});

test("[POR-04] the calculator shows what a deal would pay", async () => {
  const page = await open();
  await page.goto("/affiliate/terms");
  page.getByLabel(t("portal:calculator.amount"), { exact: true }).fill("4000");
  await page.getByRole("button", { name: t("portal:calculator.calculate") }).click();
  const result = page.locator("[data-result]").filter({ hasText: t("portal:calculator.pays") });
  expect(result).toContainText("€400.00");
  // First the commission and its explanation; the percentage's result below.
  expect(result.locator("dl")).toContainText(t("portal:calculator.by_percentage"));
  expect(result.textContent()).toMatch(/€400\.00.*10%.*By revenue share.*€400\.00/s);
});
test("[POR-07] [NOT-01] [PE] an affiliate opens the other agency's portal and its notifications, and returns", async () => {
  const page = await open();
  await page.goto("/affiliate/earnings");
  const change = async (from: string, to: string) => {
    await page.locator("summary").filter({ hasText: from }).click();
    await page.getByRole("button", { name: to, exact: true }).click();
    expect(page).toHaveURL("/affiliate/dashboard");
    expect(page.locator("summary").filter({ hasText: to })).toBeVisible();
  };
  await change(agencies[0], agencies[1]);
  expect(page.getByText("€3,000.00")).toHaveCount(0);
  await page.getByRole("link", { name: new RegExp(`^${t("notices:open")}`) }).click();
  const first = t("notices:terms_first.title", { date: formatDay(today, "en-US") });
  await page.getByRole("button", { name: `${t("notices:mark")}: ${first}` }).click();
  expect(page.getByRole("button", { name: `${t("notices:mark")}: ${first}` })).toHaveCount(0);
  expect(page.getByText("Alpha GmbH")).toHaveCount(0);
  await page.getByRole("button", { name: new RegExp(first) }).click();
  expect(page).toHaveURL("/affiliate/terms");
  await change(agencies[1], agencies[0]);
  expect(page.getByText("€3,000.00").first()).toBeVisible();
});
