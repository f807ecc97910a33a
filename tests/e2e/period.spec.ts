import { expect, test, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { addDays, addMonths, formatDay, type Day } from "../../app/domain/shared/dates";
import { formatMoney } from "../../app/domain/shared/money";
import { namedPeriod } from "../../app/domain/shared/period";
import { waitForHydration, escape, holdScripts } from "./support/alive";
import { agency, row, tab, today } from "./support/money-world";

// Lists filtered by a period: chosen by name and by its days, kept during navigation, and opened from a report.

type World = { t: TFunction; staff: Page };

const lastMonth = namedPeriod("last-month", today);
const euro = (minor: number) => formatMoney(minor, "EUR", "en");
/** The amount that fell due a month ago for the two contracts: 10 % of 200.00 and of 100.00 EUR. */
const DUE_LAST_MONTH = 30_00;

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const filter = (page: Page, t: TFunction, of: string) =>
  page.getByRole("search", { name: `${t("common:period.label")}, ${t(`common:period.of.${of}`)}` });
const card = (page: Page, label: string) =>
  page
    .getByRole("term")
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator("..");

let world: World;
let signedIn: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

test.beforeAll(async ({ browser }) => {
  const { t, staff } = await agency(
    () => browser.newContext({ baseURL: process.env["E2E_URL"], locale: "en-US" }),
    "en",
  );
  world = { t, staff };
  signedIn = await staff.context().storageState();
});

test("[LEAD-15] a named period applies immediately with its sums, and stays over tabs, dialogs and other filters", async () => {
  const { t, staff } = world;
  await staff.goto("/commissions");
  const all = await row(staff).count();
  const choice = filter(staff, t, "due").getByRole("combobox", { name: t("common:period.of.due") });
  await waitForHydration(choice);
  await choice.selectOption("last-month");
  await expect(row(staff)).toHaveCount(2);
  expect(all).toBeGreaterThan(2);
  expect(query(staff)).toEqual({ period: "last-month" });
  await expect(tab(staff, t, "due")).toContainText("2");
  await expect(card(staff, t("commissions:states.due"))).toContainText(euro(DUE_LAST_MONTH));

  await staff.getByRole("link", { name: t("commissions:pay_all.button") }).click();
  const dialog = staff.getByRole("dialog");
  await expect(dialog).toContainText(euro(DUE_LAST_MONTH));
  await expect(dialog).toContainText(t("commissions:pay_all.narrowed", { filter: t("common:period.last-month") }));
  await dialog.getByRole("link", { name: t("common:cancel") }).click();
  await expect(dialog).toHaveCount(0);
  expect(query(staff)).toEqual({ period: "last-month" });

  await tab(staff, t, "all").click();
  await expect(filter(staff, t, "due_or_paid")).toBeVisible();
  await expect(row(staff)).toHaveCount(2);
  const kinds = staff.getByRole("navigation", { name: t("transactions:kinds.label") });
  await kinds.getByRole("link", { name: t("transactions:kinds.deal"), exact: true }).click();
  await expect(row(staff)).toHaveCount(0);
  expect(query(staff)).toEqual({ tab: "all", period: "last-month", kind: "deal" });
  await staff
    .getByRole("main")
    .getByRole("link", { name: t("common:clear_filters") })
    .first()
    .click();
  await expect(row(staff)).not.toHaveCount(0);
  expect(query(staff)).toEqual({ tab: "all" });
});

test("[LEAD-15] the leads screen has the same filter for open leads, deals and lost ones, beside its search", async () => {
  const { t, staff } = world;
  await staff.goto("/leads?tab=deals&period=this-month");
  // The one-off deal closed today; the contracts began two months ago.
  await expect(staff.getByText(t("leads:deals.sum", { count: 1 }), { exact: true })).toBeVisible();
  await expect(row(staff)).toHaveCount(1);
  await expect(filter(staff, t, "closed")).toBeVisible();
  const search = staff.getByRole("searchbox", { name: t("leads:filter.search") });
  await waitForHydration(search);
  await search.fill("gamma");
  await expect(row(staff)).toHaveCount(0);
  await search.fill("alpha");
  await expect(row(staff)).toHaveCount(1);
  expect(query(staff)).toMatchObject({ q: "alpha", period: "this-month" });
  await row(staff).getByRole("link").first().click();
  await expect(staff.getByRole("dialog")).toBeVisible();
  await escape(staff);
  await expect(staff.getByRole("dialog")).toHaveCount(0);
  expect(query(staff)).toMatchObject({ q: "alpha", period: "this-month" });
  await staff.getByRole("link", { name: t("leads:tab.archive") }).click();
  await expect(filter(staff, t, "lost")).toBeVisible();
  expect(query(staff)).toMatchObject({ tab: "archive", period: "this-month" });
});

for (const javaScriptEnabled of [true, false]) {
  test(`[LEAD-15] accepts a first and a last day ${javaScriptEnabled ? "with" : "without"} JavaScript, and reports invalid ones`, async ({
    browser,
  }) => {
    const { t } = world;
    const context = await browser.newContext({
      baseURL: process.env["E2E_URL"],
      locale: "en-US",
      storageState: signedIn,
      javaScriptEnabled,
    });
    const page = await context.newPage();
    const comeAlive = javaScriptEnabled ? await holdScripts(page) : () => {};
    await page.goto("/commissions", { waitUntil: "domcontentloaded" });
    const all = await row(page).count();
    const form = filter(page, t, "due");
    const [from, to] = [
      form.getByLabel(t("common:period.from"), { exact: true }),
      form.getByLabel(t("common:period.to"), { exact: true }),
    ];
    const typed = (day: Day) => (javaScriptEnabled ? formatDay(day, "de") : day);
    const show = form.getByRole("button", { name: t("common:period.submit") });
    const choice = form.getByRole("combobox", { name: t("common:period.of.due") });
    if (javaScriptEnabled) {
      await expect(from).toBeHidden();
      // Chosen before hydration.
      await choice.selectOption("days");
      comeAlive();
      await expect(from).toHaveAttribute("type", "text");
    }
    const reopen = form.getByRole("button", { name: t("common:period.days") });
    const send = async (first: Day, last: Day) => {
      if (!(await from.isVisible())) await reopen.click();
      await from.fill(typed(first));
      await to.fill(typed(last));
      await show.click();
    };
    await test.step("the later day first shows a message, and keeps the input", async () => {
      await send(lastMonth.to, lastMonth.from);
      await expect(form.getByRole("alert")).toContainText(t("common:period.problem.order"));
      await expect(row(page)).toHaveCount(all);
      expect(query(page)).toMatchObject({ from: lastMonth.to, to: lastMonth.from });
      await expect(from).toHaveAttribute("aria-invalid", "true");
      await expect(from).toHaveAccessibleDescription(new RegExp(t("common:period.problem.order")));
      if (!javaScriptEnabled) await expect(from).toHaveValue(lastMonth.to);
    });
    await test.step("the corrected days apply", async () => {
      await send(lastMonth.from, lastMonth.to);
      await expect(form.getByRole("alert")).toHaveCount(0);
      await expect(row(page)).toHaveCount(2);
      expect(query(page)).toMatchObject({ from: lastMonth.from, to: lastMonth.to });
      if (!javaScriptEnabled) return;
      // The panel covers no row, and the choice names the days.
      await expect(from).toBeHidden();
      await expect(choice).toBeFocused();
      await expect(choice.locator("option:checked")).toContainText(formatDay(lastMonth.from, "en"));
      await reopen.click();
      await expect(from).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(from).toBeHidden();
    });
    await test.step("more than twenty years are too many, and a day must exist", async () => {
      await send(addMonths(lastMonth.from, -12 * 30), lastMonth.to);
      await expect(form.getByRole("alert")).toContainText(t("common:period.problem.too_long", { years: 20 }));
      await page.goto("/commissions?from=someday&to=2026-02-30");
      await expect(form.getByRole("alert")).toContainText(t("common:period.problem.not_a_day"));
      await expect(from).toHaveValue("someday");
      await expect(row(page)).toHaveCount(all);
    });
    await test.step("a named period applies again, and all days again", async () => {
      await page.goto("/commissions?period=last-month");
      await expect(row(page)).toHaveCount(2);
      if (javaScriptEnabled) await waitForHydration(choice);
      await choice.selectOption({ label: t("common:period.all") });
      if (!javaScriptEnabled) await show.click();
      await expect(row(page)).toHaveCount(all);
    });
    await context.close();
  });
}

test("[LEAD-15] [REP-01] a figure of a report links to its list, which has the same sum", async () => {
  const { t, staff } = world;
  await staff.goto("/reports?period=last-month");
  await card(staff, t("commissions:states.due")).getByRole("link").click();
  await expect(card(staff, t("commissions:states.due"))).toContainText(euro(DUE_LAST_MONTH));
  expect(query(staff)).toEqual({ period: "last-month" });

  const [from, to] = [addDays(today, -1), today];
  await staff.goto(`/reports?from=${from}&to=${to}`);
  const leads = card(staff, t("reports:leads")).getByRole("link");
  await expect(leads).toHaveText("3");
  await leads.click();
  await expect(row(staff)).toHaveCount(3);
  expect(query(staff)).toEqual({ status: "all", from, to });

  await staff.goBack();
  const volume = card(staff, t("reports:volume")).getByRole("link").first();
  const amount = (await volume.textContent())!;
  await volume.click();
  await expect(staff.getByRole("main")).toContainText(`${t("leads:deals.sum", { count: 1 })}${amount}`);
  await expect(row(staff)).toHaveCount(1);
});
