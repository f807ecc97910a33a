import { escape } from "./support/alive";
import { expect, test, type Browser, type BrowserContext, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { addMonths, formatDay, formatMonth } from "../../app/domain/shared/dates";
import { acceptInvitation, becomeOwner, idsOn, send, stranger } from "./support/api";
import { violationsOf } from "./support/axe";
import { newestLink } from "./support/mailbox";
import { RECEIPT, today } from "./support/money-world";
import { texts } from "./support/texts";
import { collectConsoleErrors } from "./support/complaints";

// The portal of an affiliate who earns at two agencies: 3,000.00 € paid once at the first, and 10 % of 200.00 € a
// month. Without JavaScript: tests/http/plain/portal.test.ts.

const PHONE = { width: 390, height: 844 };
const run = Date.now();
const agencies = [`Anker ${run}`, `Boje ${run}`] as const;
const email = `paula-${run}@partner.example`;
let t: TFunction;
let signedIn: Awaited<ReturnType<BrowserContext["storageState"]>>;

test.beforeAll(async () => {
  t = await texts("en");
  const portal = await stranger();
  for (const [index, organization] of agencies.entries()) {
    const staff = await stranger();
    await becomeOwner(staff, {
      name: "Anna Anker",
      email: `anna-${index}-${run}@agency.example`,
      password: "correct horse battery",
      organization,
    });
    await send(staff, "/affiliates/new", { name: "Paula Partner", email });
    const [affiliate] = await idsOn(staff, "/affiliates", /\/affiliates\/([0-9a-f-]{36})\/terms/g);
    await send(staff, `/affiliates/${affiliate}/terms`, {
      intent: "save",
      affiliate_id: affiliate!,
      model: "rev_share",
      rev_share_percent: "10",
      currency: "EUR",
      cadence: "monthly",
      start_date: today,
    });
    await acceptInvitation(portal, email, organization);
    if (index > 0) continue;
    const win = async (company: string, deal: Record<string, string>) => {
      const contact = { company_name: company, contact_person: "Max", email: "max@kunde.example" };
      await send(portal, "/affiliate/leads/new", contact);
      const [lead] = await idsOn(staff, "/leads", /\/leads\/([0-9a-f-]{36})\/deal/g);
      await send(staff, `/leads/${lead}/deal`, { lead_id: lead!, ...deal });
    };
    await win("Alpha GmbH", {
      title: "Website",
      deal_type: "one-time",
      amount: "30000",
      close_date: today,
    });
    const [deal] = await idsOn(staff, "/leads?tab=deals", /\/leads\/deals\/([0-9a-f-]{36})/g);
    await send(staff, "/leads", { intent: "mark-paid", deal_id: deal! });
    await send(staff, `/transactions/deal/${deal}/receipt`, { receipt_url: RECEIPT });
    await win("Beta AG", {
      title: "Hosting",
      deal_type: "recurring",
      mrr: "200",
      contract_duration_months: "4",
      contract_start_date: addMonths(today, -1),
    });
    await staff.dispose();
  }
  // Back to the first one's portal.
  const ids = await idsOn(portal, "/affiliate/dashboard", /name="org_id" value="([0-9a-f-]{36})"/g);
  const html = await (await portal.get("/affiliate/dashboard")).text();
  const first = ids.find((id) => html.indexOf(`value="${id}"`) < html.lastIndexOf(agencies[0]));
  await send(portal, "/affiliate/switch", { org_id: first! });
  signedIn = await portal.storageState();
  await portal.dispose();
});

async function open(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}) {
  const context = await browser.newContext({
    baseURL: process.env["E2E_URL"],
    locale: "en-US",
    storageState: signedIn,
    ...options,
  });
  const page = await context.newPage();
  return { context, page, problems: collectConsoleErrors(page) };
}

/** Opens a page and waits until it handles clicks. */
async function visit(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("button", { name: t("notices:open") })).toBeVisible();
}

test("[POR-02] on a phone the earned figure is visible without scrolling", async ({ browser }) => {
  const { context, page, problems } = await open(browser, { viewport: PHONE });
  await visit(page, "/affiliate/dashboard");
  const earned = page.getByText("€3,000.00", { exact: true }).first();
  await expect(earned).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test("[POR-08] [POR-03] the portal shows earnings by month, their deal with its timeline, and leads back", async ({
  browser,
}) => {
  const { context, page, problems } = await open(browser);
  await page.goto("/affiliate/earnings?period=all");
  const table = (name: string) => page.getByRole("table", { name: t(`portal:${name}`) });
  const month = table("earnings.by_month")
    .getByRole("row")
    .filter({ hasText: formatMonth(today, "en-US") });
  await expect(month).toContainText("€3,000.00");
  const list = table("earnings.list");
  await expect(list.getByRole("rowheader", { name: formatMonth(today, "en-US"), exact: true })).toBeVisible();
  const alpha = list.getByRole("row").filter({ hasText: "Alpha GmbH" });
  await expect(alpha).toContainText(t("commissions:states.paid"));
  await expect(alpha.getByRole("link", { name: t("portal:payment.receipt") })).toHaveAttribute("href", RECEIPT);
  const beta = list.getByRole("row").filter({ hasText: "Beta AG" });
  await expect(beta).toHaveCount(4);
  await expect(beta.first()).toContainText("€20.00");

  await alpha.getByRole("link", { name: /^Alpha/ }).click();
  const dialog = page.getByRole("dialog", { name: "Alpha GmbH – Website" });
  const steps = dialog.getByRole("region", { name: t("portal:timeline.title") }).getByRole("listitem");
  await expect(steps.first()).toContainText(t("portal:timeline.submitted"));
  await expect(steps.nth(-1)).toContainText(t("portal:timeline.paid"));
  await expect(steps.nth(-1)).toContainText(formatDay(today, "en-US"));
  await expect(dialog).toContainText("You receive 10% of €30,000.00");
  await dialog.getByRole("link", { name: t("common:close") }).click();
  await expect(page).toHaveURL("/affiliate/earnings?period=all");
  await expect(dialog).toHaveCount(0);
  await expect(alpha.getByRole("link", { name: /^Alpha/ })).toBeFocused();
  expect(problems).toEqual([]);
  await context.close();
});

test("[POR-04] the calculator shows what a deal would pay", async ({ browser }) => {
  const { context, page, problems } = await open(browser);
  await page.goto("/affiliate/terms");
  await page.getByLabel(t("portal:calculator.amount"), { exact: true }).fill("4000");
  const result = page.locator("[data-result]").filter({ hasText: t("portal:calculator.pays") });
  await expect(result).toContainText("€400.00");
  // First the commission and its explanation; the percentage's result below.
  await expect(result.locator("dl")).toContainText(t("portal:calculator.by_percentage"));
  expect(await result.textContent()).toMatch(/€400\.00.*10%.*By revenue share.*€400\.00/s);
  expect(await violationsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test("[POR-08] the earnings can be downloaded as a file and printed", async ({ browser }) => {
  const { context, page, problems } = await open(browser);
  await visit(page, "/affiliate/earnings?period=all");
  await page.getByText(t("exports:button"), { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: t("exports:formats.plain.hint") }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/-earnings\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").replace("\ufeff", "").trim().split("\r\n");
  expect(lines[0]).toBe("Status,Due on,Paid on,Company,Deal,Commission,Currency,How it is calculated,Receipt");
  expect(lines).toHaveLength(6);
  const alpha = lines.find((line) => line.includes("Alpha GmbH"));
  expect(alpha).toContain(`Paid,${today},${today},Alpha GmbH,Website,3000.00,EUR,`);
  expect(alpha?.endsWith(RECEIPT)).toBe(true);

  await page.getByRole("link", { name: t("portal:earnings.print"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("portal:earnings.statement"));
  await page.emulateMedia({ media: "print" });
  // On paper: the affiliate and all earnings, without screen-only elements.
  await expect(page.getByText(`Paula Partner at ${agencies[0]}`)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Beta AG" })).toHaveCount(4);
  await expect(page.getByRole("button", { name: t("portal:earnings.print_now") })).toBeHidden();
  await expect(page.getByRole("navigation")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: t("portal:earnings.back") }).click();
  await expect(page).toHaveURL("/affiliate/earnings?period=all");
  expect(problems).toEqual([]);
  await context.close();
});

test("[NOT-01] a notification in the bell links to its deal and is then read; one button marks the others read", async ({
  browser,
}) => {
  const { context, page, problems } = await open(browser);
  await visit(page, "/affiliate/dashboard");
  const bell = page.getByRole("button", { name: new RegExp(`^${t("notices:open")}`) });
  const unread = async () => Number(/(\d+) unread/.exec((await bell.textContent()) ?? "")?.[1] ?? 0);
  const before = await unread();
  expect(before).toBeGreaterThan(1);
  await bell.click();
  await page
    .getByRole("button", { name: /Commission paid: €3,000.00/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Alpha GmbH – Website" })).toBeVisible();
  await escape(page);
  await expect.poll(unread).toBe(before - 1);

  await bell.click();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: t("notices:mark_all") }).click();
  await expect.poll(unread).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test("[AUTH-08] an affiliate sees their sessions and ends another one", async ({ browser }) => {
  const { context, page, problems } = await open(browser);
  const other = await stranger();
  await send(other, "/affiliate/login", { email });
  const { pathname } = new URL(await newestLink(other, email, t("mail:sign-in.subject")));
  await send(other, pathname, {});
  expect((await other.get("/affiliate/settings", { maxRedirects: 0 })).status()).toBe(200);
  await visit(page, "/affiliate/settings");
  const sessions = page.getByRole("region", { name: t("settings:sessions.title") });
  await expect(sessions.getByText(t("settings:sessions.this"))).toHaveCount(1);
  await sessions.getByRole("button", { name: t("settings:sessions.end_others") }).click();
  await expect(page.locator("[data-sonner-toast]")).toContainText(t("settings:sessions.others_ended"));
  await expect(page).toHaveURL("/affiliate/settings");
  expect((await other.get("/affiliate/settings", { maxRedirects: 0 })).status()).toBe(302);
  expect(problems).toEqual([]);
  await other.dispose();
  await context.close();
});

// The last test: it ends the session that all of these tests share.
test("[POR-01] the portal has its name, begins with the dashboard and signs out to its own sign-in page", async ({
  browser,
}) => {
  const { context, page, problems } = await open(browser);
  await visit(page, "/affiliate");
  await expect(page).toHaveURL(/\/affiliate\/dashboard$/);
  await expect(page.getByText(t("shell:portal.title"), { exact: true }).first()).toBeVisible();
  await page
    .locator("summary")
    .filter({ hasText: t("shell:account_menu") })
    .click();
  await page.getByRole("button", { name: t("shell:sign_out") }).click();
  await expect(page).toHaveURL(/\/affiliate\/login$/);
  await page.goto("/affiliate");
  await expect(page).toHaveURL(/\/affiliate\/login/);
  expect(problems).toEqual([]);
  await context.close();
});
