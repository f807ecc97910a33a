import { expect, test } from "vitest";
import { addDays, addMonths, formatDay } from "~/domain/shared/dates";
import { formatMoney } from "~/domain/shared/money";
import { activeAffiliate, withTerms } from "../../factories/affiliates";
import { addedLead } from "../../factories/deals";
import { signIn } from "../../factories/people";
import { useDatabase } from "../../support/database";
import { openPlain, type PlainPage } from "../../support/plain/page";
import { plainOwner, shown, today } from "../../support/plain/world";
import { useSite } from "../../support/site";

// The forms of deals and leads without JavaScript.

const db = useDatabase();
const site = useSite(db);

test("[LEAD-06] [LEAD-10] [PE-02] creates and edits a deal, with the browser's date control", async () => {
  const { org, staff: page, t } = await plainOwner(db, site, "de");
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate, { cadence: "monthly", currency: "EUR" });
  const lead = await addedLead(db.database, org, { affiliate_id: affiliate.affiliateId });
  await page.goto(`/leads/${lead}/deal`);
  const dialog = page.getByRole("dialog");
  dialog.locator("[name=deal_type][value=recurring]").check();
  dialog.locator("[name=mrr]").fill("0");
  dialog.locator("[name=contract_duration_months]").fill("x");
  const start = dialog.locator("[name=contract_start_date]");
  expect(start).toHaveAttribute("type", "date");
  start.fill(addDays(today, 3));
  await dialog.getByRole("button", { name: t("leads:deal.submit") }).click();
  for (const key of ["title_required", "amount_positive", "duration_invalid"])
    expect(dialog.getByText(t(`errors:${key}`)).last()).toBeVisible();
  expect(start).toHaveValue(addDays(today, 3));
  dialog.locator("[name=title]").fill("Wartung");
  dialog.locator("[name=mrr]").fill("50");
  dialog.locator("[name=contract_duration_months]").fill("2");
  await dialog.getByRole("button", { name: t("leads:deal.submit") }).click();
  expect(shown(page, t("leads:toast.deal_created"))).toBeVisible();

  const html = (await page.request.get("/leads?tab=deals")).text;
  await page.goto(`/leads/deals/${/\/leads\/deals\/([0-9a-f-]{36})/.exec(html)![1]}/edit`);
  dialog.locator("[name=mrr]").fill("70");
  start.fill(addMonths(today, 1));
  await dialog.getByRole("button", { name: t("deals:edit.submit") }).click();
  expect(shown(page, t("deals:edit.saved"))).toBeVisible();
  expect(page.getByRole("row").filter({ hasText: "Wartung" })).toContainText(formatMoney(7_00, "EUR", "de"));
  expect(page.getByRole("row").filter({ hasText: "Wartung" })).toContainText(formatDay(addMonths(today, 1), "de"));
});

test("[LEAD-10] [PE-02] shows an edit conflict of a lead, also after an invalid entry", async () => {
  const { org, staff: first, t } = await plainOwner(db, site, "en");
  const page = await openPlain(site, { language: "en", session: await signIn(db.database, org.owner) });
  const contact = { contact_person: "Max Muster", email: "max@kunde.example", phone: "030 1" };
  const path = `/leads/${await addedLead(db.database, org, { ...contact, company_name: "Alpha GmbH" })}/edit`;
  for (const one of [first, page]) await one.goto(path);
  const notice = page.getByRole("group", { name: t("errors:changed_meanwhile") });
  const save = (page: PlainPage) => page.getByRole("button", { name: t("common:save"), exact: true }).click();
  const field = (page: PlainPage, key: string) =>
    page.getByRole("dialog").getByRole("textbox", { name: t(`leads:lead.${key}`) });

  field(first, "company").fill("Müller <AG>");
  field(first, "phone").fill("");
  field(first, "notes").fill(`Called. ${"Long ".repeat(100)}`);
  await save(first);
  expect(first).toHaveURL("/leads");

  field(page, "contact").fill("Eva Evers");
  field(page, "email").fill("none");
  await save(page);
  expect(page.getByText(t("errors:email_invalid")).first()).toBeVisible();
  expect(notice).toHaveCount(0);
  field(page, "email").fill("eva@kunde.example");
  await save(page);

  expect(notice).toBeFocused();
  expect(notice.getByRole("term")).toHaveText(["company", "phone", "notes"].map((key) => t(`leads:lead.${key}`)));
  const stored = notice.getByRole("definition");
  expect(stored.nth(0)).toHaveText("Müller <AG>");
  expect(stored.nth(1)).toHaveText(`–${t("common:none")}`);
  expect(stored.nth(2)).toHaveText(/^Called\. Long .{100,160}…$/);
  expect(field(page, "contact")).toHaveValue("Eva Evers");
  expect(field(page, "company")).toHaveValue("Alpha GmbH");

  field(page, "company").fill("Müller & Söhne AG");
  await save(page);
  expect(page).toHaveURL("/leads");
  await page.goto(path);
  expect(field(page, "company")).toHaveValue("Müller & Söhne AG");
  expect(field(page, "contact")).toHaveValue("Eva Evers");
  expect(field(page, "phone")).toHaveValue("030 1");
});
