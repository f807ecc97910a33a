import { expect, test, type Browser, type Page } from "./support/test";
import { waitForHydration, escape } from "./support/alive";
import type { TFunction } from "i18next";
import { formatDay, todayIn } from "../../app/domain/shared/dates";
import { formatMoney } from "../../app/domain/shared/money";
import { becomeOwner } from "./support/api";
import { texts } from "./support/texts";
import { collectConsoleErrors, REFUSED } from "./support/complaints";

const today = todayIn("Europe/Berlin", new Date());

/** Creates an owner with leads of an affiliate who has 10 % terms. Returns the owner's page and the leads' ids. */
async function agency(browser: Browser, language: "de" | "en", leads: number) {
  const t = await texts(language);
  const locale = language === "de" ? "de-DE" : "en-US";
  const context = () => browser.newContext({ locale, baseURL: process.env["E2E_URL"] });
  const page = await (await context()).newPage();
  const problems = collectConsoleErrors(page, [REFUSED]);
  const run = `${language}-${Date.now()}`;
  const organization = `Deals ${run}`;
  await becomeOwner(
    page.request,
    {
      name: "Dora Deals",
      email: `dora-${run}@agency.example`,
      password: "correct horse battery",
      organization,
    },
    language,
  );
  const post = async (from: Page, path: string, form: Record<string, string>) =>
    expect((await from.request.post(path, { form, maxRedirects: 0 })).status(), path).toBe(302);
  const email = `paul-${run}@partner.example`;
  await post(page, "/affiliates/new", { name: "Paul Partner", email });
  const affiliates = await (await page.request.get("/affiliates")).text();
  const affiliate = /\/affiliates\/([0-9a-f-]{36})\/terms/.exec(affiliates)![1]!;
  await post(page, `/affiliates/${affiliate}/terms`, {
    intent: "save",
    model: "rev_share",
    rev_share_percent: "10",
    currency: "EUR",
    cadence: "monthly",
    start_date: today,
  });
  for (let index = 1; index <= leads; index++) {
    await post(page, "/leads/new", {
      company_name: `Company ${index}`,
      contact_person: "Max Muster",
      email: `max-${index}@kunde.example`,
      affiliate_id: affiliate,
    });
  }
  const html = await (await page.request.get("/leads")).text();
  const ids = [...new Set([...html.matchAll(/\/leads\/([0-9a-f-]{36})\/deal/g)].map((match) => match[1]!))];
  expect(ids).toHaveLength(leads);
  return {
    t,
    page,
    problems,
    leads: ids,
    post,
    money: (minor: number) => formatMoney(minor, "EUR", language),
  };
}

/** A toast, or the banner of a page without JavaScript. */
const shown = (page: Page, text: string) =>
  page.locator("[data-sonner-toast], [role=status]").filter({ hasText: text }).first();

const errorsUnder = (page: Page, t: TFunction, ...keys: string[]) =>
  Promise.all(
    keys.map((key) =>
      expect(
        page
          .getByRole("dialog")
          .getByText(t(`errors:${key}`))
          .last(),
      ).toBeVisible(),
    ),
  );

async function editPath(page: Page): Promise<string> {
  const html = await (await page.request.get("/leads?tab=deals")).text();
  return `/leads/deals/${/\/leads\/deals\/([0-9a-f-]{36})/.exec(html)![1]}/edit`;
}

test("[LEAD-06] [LEAD-10] staff create and edit a recurring deal, with dates typed and picked", async ({ browser }) => {
  const { t, page, problems, leads, post, money } = await agency(browser, "de", 1);
  await page.goto(`/leads/${leads[0]}/deal?q=Company`);
  const dialog = page.getByRole("dialog").first();
  const start = dialog.locator("[name=contract_start_date]");
  await waitForHydration(start);

  await test.step("shows all errors in one response and keeps the entered values", async () => {
    await dialog.locator("[name=deal_type][value=recurring]").check({ force: true });
    await dialog.locator("[name=mrr]").fill("1,2,3");
    await dialog.locator("[name=contract_duration_months]").fill("");
    await start.fill("bald");
    await dialog.getByRole("button", { name: t("leads:deal.submit") }).click();
    await errorsUnder(page, t, "title_required", "amount_invalid", "duration_required", "date_invalid");
    await expect(start).toHaveValue("bald");
  });

  await test.step("shows a typed date in the reader's format; end, total and commission follow", async () => {
    await dialog.locator("[name=title]").fill("Hosting");
    await dialog.locator("[name=mrr]").fill("99,90");
    await dialog.locator("[name=contract_duration_months]").fill("12");
    await start.fill("31.1.27");
    await dialog.locator("[name=title]").focus();
    await expect(start).toHaveValue("31.01.2027");
    await expect(dialog).toContainText("31.01.2028");
    await expect(dialog).toContainText(money(1_198_80));
    await expect(dialog).toContainText(money(9_99));
    await dialog.locator("[name=contract_duration_months]").fill("1");
    await expect(dialog).toContainText("28.02.2027");
    await dialog.locator("[name=contract_duration_months]").fill("6");
  });

  await test.step("moves in the calendar by keyboard; Escape closes the calendar and not the dialog", async () => {
    const button = dialog.getByRole("button", { name: t("common:calendar.open") });
    await button.press("Enter");
    const grid = page.getByRole("grid", { name: "Januar 2027" });
    await expect(grid.getByRole("button", { name: "Sonntag, 31. Januar 2027" })).toBeFocused();
    await expect(grid.locator("th").first()).toHaveText("Mo");
    await escape(page);
    await expect(grid).toHaveCount(0);
    await expect(button).toBeFocused();

    await start.press("Alt+ArrowDown");
    await expect(page.getByRole("button", { name: "Sonntag, 31. Januar 2027" })).toBeFocused();
    for (const key of ["PageUp", "PageDown", "PageDown", "End", "ArrowLeft", "ArrowUp", "Home"])
      await page.keyboard.press(key);
    const monday = page.getByRole("button", { name: "Montag, 15. Februar 2027" });
    await expect(monday).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(start).toHaveValue("15.02.2027");
    await expect(button).toBeFocused();
    await expect(dialog).toContainText("15.08.2027");

    await button.click();
    await page
      .getByRole("button", { name: t("common:calendar.today") })
      .last()
      .click();
    await expect(start).toHaveValue(formatDay(today, "de"));
  });

  await test.step("creates the deal; the list behind keeps its search", async () => {
    await dialog.getByRole("button", { name: t("leads:deal.submit") }).click();
    await expect(shown(page, t("leads:toast.deal_created"))).toBeVisible();
    await expect(shown(page, t("leads:toast.deal_created"))).toContainText(money(9_99));
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: "Company", tab: "deals" });
  });

  await test.step("pays the first month; the form previews an edit and applies it", async () => {
    const due = await (await page.request.get("/commissions")).text();
    const payment = /name="payment_id"[^>]* value="([0-9a-f-]{36})"/.exec(due)![1]!;
    await post(page, "/commissions", { intent: "mark-paid", kind: "payment", id: payment });
    await page.goto((await editPath(page)).replace("/edit", ""));
    // Its payments have dates and receipts, the deal itself has none.
    await expect(dialog.getByRole("term").filter({ hasText: t("leads:deals.commission") })).toHaveCount(1);
    for (const row of ["payment_date", "receipt"] as const)
      await expect(dialog.getByRole("term").filter({ hasText: t(`leads:details.${row}`) })).toHaveCount(0);
    await page.goto(`${await editPath(page)}?q=Company`);
    const next = dialog.locator("[name=contract_start_date]");
    await expect(next).toHaveValue(formatDay(today, "de"));
    await expect(dialog.locator("[name=mrr]")).toHaveValue("99,90");
    await expect(dialog).toContainText(t("deals:edit.months_paid"));
    await expect(dialog).toContainText(t("deals:plan.kept", { count: 5 }));
    await dialog.locator("[name=mrr]").fill("1.100");
    await dialog.locator("[name=contract_duration_months]").fill("9");
    await expect(dialog).toContainText(t("deals:plan.changed", { count: 5, amount: money(110_00) }));
    await expect(dialog).toContainText(t("deals:plan.added", { count: 3, amount: money(110_00) }));
    await expect(dialog).toContainText(t("deals:plan.paid", { count: 1 }));
    await dialog.getByRole("button", { name: t("deals:edit.submit") }).click();
    await expect(shown(page, "Deal aktualisiert")).toBeVisible();
    expect(new URL(page.url()).searchParams.get("q")).toBe("Company");
    await page.goto("/commissions?tab=planned");
    await expect(page.getByRole("row").filter({ hasText: money(110_00) })).toHaveCount(8);
  });
  expect(problems).toEqual([]);
  await page.context().close();
});

test("[LEAD-06] [LEAD-10] staff create a one-time deal in English with an American date; its amount is fixed once paid", async ({
  browser,
}) => {
  const { t, page, problems, leads, post, money } = await agency(browser, "en", 1);
  await page.goto(`/leads/${leads[0]}/deal`);
  const dialog = page.getByRole("dialog").first();
  const date = dialog.locator("[name=close_date]");
  await dialog.locator("[name=title]").fill("Website");
  await dialog.locator("[name=amount]").fill("1,234.50");
  await waitForHydration(date);
  await date.fill("03/02/2026");
  await dialog.locator("[name=title]").focus();
  await expect(date).toHaveValue("Mar 2, 2026");
  await dialog.getByRole("button", { name: t("common:calendar.open") }).click();
  await expect(page.getByRole("grid").locator("th").first()).toHaveText("Su");
  await page.getByRole("button", { name: "Wednesday, March 4, 2026" }).click();
  await expect(date).toHaveValue("Mar 4, 2026");
  await date.press("Enter");
  await expect(shown(page, t("leads:toast.deal_created"))).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Company 1" })).toContainText("Mar 4, 2026");

  const path = await editPath(page);
  await page.goto(path);
  await dialog.locator("[name=amount]").fill("2000");
  await expect(dialog).toContainText(t("deals:edit.before", { amount: money(123_45) }));
  await dialog.getByRole("button", { name: t("deals:edit.submit") }).click();
  await expect(shown(page, t("deals:edit.saved"))).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Company 1" })).toContainText(money(200_00));

  await post(page, "/leads", { intent: "mark-paid", deal_id: path.split("/")[3]! });
  await page.goto(path);
  await expect(dialog).toContainText(t("deals:edit.commission_paid"));
  await dialog.locator("[name=title]").fill("Relaunch");
  await date.fill("4 Apr 2026");
  await dialog.getByRole("button", { name: t("deals:edit.submit") }).click();
  await expect(page.getByRole("row").filter({ hasText: "Relaunch" })).toContainText("Apr 4, 2026");
  const form = { title: "x", deal_type: "one-time", amount: "1", currency: "EUR", close_date: today };
  const forced = await page.request.post(path, { form, maxRedirects: 0 });
  expect(forced.status()).toBe(409);
  expect(await forced.text()).toContain(t("errors:deal_commission_paid"));
  expect(problems).toEqual([]);
  await page.context().close();
});
