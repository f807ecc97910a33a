import { expect, test, type APIRequestContext, type Browser, type Page } from "./support/test";
import { addMonths, todayIn } from "../../app/domain/shared/dates";
import { UNDO } from "../../app/domain/shared/undo";
import { waitForHydration, escape } from "./support/alive";
import { idsOn, newOwner, send } from "./support/api";
import { waitForIdle } from "./support/quiet";
import { texts } from "./support/texts";

// One click pays, so it can be undone: immediately in the toast, later by an owner.

const today = todayIn("Europe/Berlin", new Date());

/** Creates an organization whose affiliate has one one-off commission and two months due. */
async function agency(run: string) {
  const staff = await newOwner(`undo-${run}@agency.example`, `Undo ${run}`);
  const affiliate = { name: "Pia Partner", email: `pia-${run}@partner.example` };
  await send(staff, "/affiliates/new", affiliate);
  const [affiliate_id] = await idsOn(staff, "/affiliates", /\/affiliates\/([0-9a-f-]{36})\/terms/g);
  await send(staff, `/affiliates/${affiliate_id}/terms`, {
    intent: "save",
    affiliate_id: affiliate_id!,
    model: "rev_share",
    rev_share_percent: "10",
    currency: "EUR",
    cadence: "monthly",
    start_date: today,
  });
  for (const company_name of ["Alpha", "Beta"]) {
    const contact = { contact_person: "Max Muster", email: `${company_name}@kunde.example` };
    await send(staff, "/leads/new", { company_name, ...contact, affiliate_id: affiliate_id! });
  }
  const leads = await idsOn(staff, "/leads", /\/leads\/([0-9a-f-]{36})\/deal/g);
  await send(staff, `/leads/${leads[0]}/deal`, {
    lead_id: leads[0]!,
    title: "Hosting",
    deal_type: "recurring",
    mrr: "100",
    contract_duration_months: "4",
    contract_start_date: addMonths(today, -1),
  });
  await send(staff, `/leads/${leads[1]}/deal`, {
    lead_id: leads[1]!,
    title: "Website",
    deal_type: "one-time",
    amount: "1000",
    close_date: today,
  });
  return { staff, affiliate };
}

async function open(browser: Browser, staff: APIRequestContext) {
  const storageState = await staff.storageState();
  return (await browser.newContext({ locale: "en", storageState })).newPage();
}

const shown = (page: Page, text: string) =>
  page.locator("[data-sonner-toast], [role=status]").filter({ hasText: text }).first();

test("[COM-02] [TRX-04] undo in the toast makes a commission due again, on any screen, and keeps the focus", async ({
  browser,
}) => {
  const run = `script-${Date.now()}`;
  const { staff } = await agency(run);
  const t = await texts("en");
  const page = await open(browser, staff);
  await page.goto("/commissions?tab=due");
  const pay = page.getByRole("button", { name: new RegExp(`^${t("commissions:mark_paid")}: `) });
  await expect(pay).toHaveCount(3);
  await pay.first().click();
  await expect(shown(page, t("commissions:toasts.paid"))).toBeVisible();
  await expect(pay).toHaveCount(2);
  // A user who opens another screen stays there.
  await page.getByRole("link", { name: t("shell:nav.transactions") }).click();
  await expect(page).toHaveURL("/transactions");
  await page
    .getByRole("button", { name: t("common:undo"), exact: true })
    .last()
    .click();
  await expect(shown(page, t("transactions:undo.done", { count: 1 }))).toBeVisible();
  await expect(page).toHaveURL("/transactions");
  // The toast that had the focus closes a moment after its result is shown.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await page.goto("/commissions?tab=due");
  await expect(pay).toHaveCount(3);
});

test("[A11Y-01] [COM-02] pointing at the toast gives more time, a button requests it, and undo then works", async ({
  browser,
}) => {
  const { staff } = await agency(`time-${Date.now()}`);
  const t = await texts("en");
  const page = await open(browser, staff);
  await page.goto("/commissions?tab=due");
  const pay = page.getByRole("button", { name: new RegExp(`^${t("commissions:mark_paid")}: `) });
  await waitForHydration(pay.first());
  // The toast may appear below the pointer, which then already points at it.
  const asked = page.waitForRequest((request) => request.url().endsWith("/undo/more-time"));
  await pay.first().click();
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: t("commissions:toasts.paid") });
  await expect(toast).toContainText(t("common:undo_for", { seconds: UNDO.shown }));
  await toast.hover();
  expect((await asked).postData()).toContain("quiet=1");
  await toast.getByRole("button", { name: t("common:undo_more") }).click();
  const more = page.locator("[data-sonner-toast]").filter({
    hasText: t("common:undo_until", { time: "" }).trim(),
  });
  await expect(more).toBeVisible();
  await more.getByRole("button", { name: t("common:undo"), exact: true }).click();
  await expect(shown(page, t("transactions:undo.done", { count: 1 }))).toBeVisible();
  await expect(pay).toHaveCount(3);
});

test("[COM-02] without a connection paying and undoing report it, the page stays, and undo can be retried", async ({
  browser,
}) => {
  const { staff } = await agency(`offline-${Date.now()}`);
  const t = await texts("en");
  const page = await open(browser, staff);
  const offline = (is: boolean) => page.context().setOffline(is);
  const pay = page.getByRole("button", { name: new RegExp(`^${t("commissions:mark_paid")}: `) });
  const undo = page.getByRole("button", { name: t("common:undo"), exact: true }).last();
  const table = page.getByRole("main").getByRole("table").first();
  const said = shown(page, t("errors:no_connection_button"));
  await page.clock.install();
  await page.goto("/commissions?tab=due");
  await expect(pay).toHaveCount(3);
  const inSidebar = (screen: string) => page.locator(`nav a[href="${screen}"]`).first();
  const fetchedAhead = page.locator("nav link[rel=prefetch], nav link[rel=modulepreload]");
  await waitForHydration(inSidebar("/leads"));
  await inSidebar("/leads").hover();
  await page.clock.runFor(1_000);
  await expect(fetchedAhead).not.toHaveCount(0);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(fetchedAhead).toHaveCount(0);
  await offline(true);
  // Hovering the sidebar prefetches nothing now: that would fail, and the page would be lost.
  for (const screen of ["/affiliates", "/transactions"]) {
    await inSidebar(screen).hover();
    await page.clock.runFor(1_000);
    await inSidebar(screen).focus();
    await page.clock.runFor(1_000);
    await expect(fetchedAhead).toHaveCount(0);
  }
  await pay.first().click();
  await expect(said).toBeVisible();
  await expect(pay).toHaveCount(3);
  for (const screen of ["/commissions", "/transactions", "/affiliates"]) {
    await offline(false);
    await page.goto("/commissions?tab=due");
    await expect(pay).toHaveCount(3);
    await pay.first().click();
    await expect(pay).toHaveCount(2);
    if (screen !== "/commissions") await page.locator(`nav a[href="${screen}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`${screen}(\\?tab=due)?$`));
    // A load that is running when the connection ends fails, and the page is lost with it.
    await waitForIdle(page);
    await offline(true);
    await undo.click();
    await expect(said).toBeVisible();
    await expect(table).toBeVisible();
    await offline(false);
    await undo.click();
    await expect(shown(page, t("transactions:undo.done", { count: 1 }))).toBeVisible();
  }
  // A dialog can be closed without a connection, and the page behind it stays.
  await page.goto("/commissions?tab=due");
  await page.getByRole("link", { name: t("commissions:pay_all.button") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await offline(true);
  await escape(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(pay).toHaveCount(3);
});

test("[A11Y-01] [COM-06] on a phone the focused element and the toast stay visible while paying several by keyboard", async ({
  browser,
}) => {
  const { staff } = await agency(`phone-${Date.now()}`);
  const t = await texts("en");
  const page = await open(browser, staff);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto("/commissions?tab=due");
  const bar = page.getByRole("form", { name: t("commissions:selection.pay_chosen") });
  const controls = page.locator("tbody").locator("a, button, input, summary").filter({ visible: true });
  await waitForHydration(page.getByRole("table").getByRole("checkbox").first());
  // The bar appears with the first selection.
  await page.getByRole("table").getByRole("checkbox").first().check();
  await page.getByRole("table").getByRole("checkbox").last().check();
  await page.evaluate(() => window.scrollTo(0, 0));
  for (let count = await controls.count(), index = 0; index < count; index++) {
    await controls.nth(index).focus();
    expect(await isSeen(page), await page.evaluate(() => document.activeElement!.outerHTML)).toBe(true);
  }
  await bar.locator("button[type=submit]").press("Enter");
  await expect(shown(page, t("commissions:toasts.paid_many", { count: 2 }))).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  // The toast may cover it for as long as it is shown.
  await expect(page.locator(":focus")).toBeInViewport();

  const newest = page.locator("[data-sonner-toast]").first();
  const outline = () => newest.evaluate((toast) => getComputedStyle(toast).outlineStyle);
  expect(await outline()).toBe("none");
  await page.keyboard.press("Alt+t");
  await expect.poll(outline).toBe("solid");
  await page.keyboard.press("Tab");
  await expect(newest).toBeFocused();
  expect(await outline()).toBe("solid");
});

/** Returns whether the center of the focused element is within the window and not covered. */
function isSeen(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement!;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && (focused.contains(top) || top.contains(focused));
  });
}
