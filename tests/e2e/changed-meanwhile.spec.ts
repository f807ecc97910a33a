import { expect, test, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { todayIn } from "../../app/domain/shared/dates";
import { formatMoney } from "../../app/domain/shared/money";
import { waitForHydration } from "./support/alive";
import { texts } from "./support/texts";
import { ownerWindows } from "./support/windows";

// Two windows have the same form open. The second one to save sees what the first has stored, and decides.

const run = Date.now();
const { signUp, open } = ownerWindows({
  name: "Wanda Wettlauf",
  email: `wanda-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Wettlauf ${run}`,
});
const contact = { contact_person: "Max Muster", email: "max@kunde.example" };

async function post(page: Page, path: string, form: Record<string, string>) {
  const answer = await page.request.post(path, { form, maxRedirects: 0 });
  expect([302, 303], path).toContain(answer.status());
}

async function newestId(page: Page, list: string, pattern: RegExp): Promise<string> {
  return pattern.exec(await (await page.request.get(list)).text())![1]!;
}

const noticeIn = (page: Page, t: TFunction, title = "errors:changed_meanwhile") =>
  page.getByRole("group", { name: t(title) });

/** Blocks the page's data loads until the returned function is called. */
async function holdLoads(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() === "GET") await released;
    await route.fallback().catch(() => undefined);
  });
  return release;
}

test.beforeAll(() => signUp());

test("[LEAD-10] shows an edit conflict of a deal in German while typing goes on, and saves the second time", async ({
  browser,
}) => {
  const t = await texts("de");
  const first = await open(browser, { locale: "de-DE" });
  const second = await open(browser, { locale: "de-DE" });
  await post(first.page, "/language", { language: "de" });
  await second.context.clearCookies({ name: "lng" });
  await post(first.page, "/leads/new", { ...contact, company_name: "Beta GmbH" });
  const lead = await newestId(first.page, "/leads?q=Beta", /\/leads\/([0-9a-f-]{36})\/deal/);
  await post(first.page, `/leads/${lead}/deal`, {
    title: "Website",
    deal_type: "one-time",
    amount: "1000",
    currency: "EUR",
    close_date: "2026-03-02",
  });
  const deal = await newestId(first.page, "/leads?tab=deals", /\/leads\/deals\/([0-9a-f-]{36})/);
  for (const { page } of [first, second]) {
    await page.goto(`/leads/deals/${deal}/edit?q=Beta`);
    await expect(page.getByRole("button", { name: t("common:calendar.open") })).toBeVisible();
  }
  const save = (page: Page) => page.getByRole("button", { name: t("deals:edit.submit") }).click();
  const field = (page: Page, name: string) => page.getByRole("dialog").locator(`[name=${name}]`);

  await field(first.page, "amount").fill("1.234,50");
  await field(first.page, "close_date").fill("4.3.2026");
  await save(first.page);
  await expect(first.page).toHaveURL("/leads?q=Beta&tab=deals");

  const { page } = second;
  await field(page, "title").fill("Relaunch");
  await save(page);
  const notice = noticeIn(page, t);
  await expect(notice).toBeFocused();
  await expect(notice.getByRole("term")).toHaveText(["Betrag", "Abschlussdatum"]);
  await expect(notice.getByRole("definition")).toHaveText([formatMoney(1_234_50, "EUR", "de"), "04.03.2026"]);
  await expect(field(page, "title")).toHaveValue("Relaunch");
  await expect(field(page, "amount")).toHaveValue("1000,00");

  await field(page, "amount").fill("");
  await save(page);
  await expect(page.getByText(t("errors:amount_required")).last()).toBeVisible();
  await expect(notice).toContainText("04.03.2026");
  await field(page, "amount").fill("1300");
  await save(page);
  await expect(page).toHaveURL("/leads?q=Beta&tab=deals");
  const row = page.getByRole("row").filter({ hasText: "Relaunch" });
  await expect(row).toContainText("02.03.2026");
  await page.goto(`/leads/deals/${deal}/edit`);
  await expect(field(page, "amount")).toHaveValue("1300,00");
  const complaints = [...first.problems, ...second.problems];
  expect(complaints.filter((text) => !text.includes("status of 409"))).toEqual([]);
  for (const { context } of [first, second]) await context.close();
});

test("[AFF-05] [AFF-08] [ORG-06] [HOOK-01] shows an edit conflict of affiliate, terms, organization and webhook, then saves", async ({
  browser,
}) => {
  const t = await texts("en");
  const { page, context, problems } = await open(browser);
  // Its message appears in its own window, and not in the observed page.
  const elsewhere = await open(browser);
  await post(page, "/language", { language: "en" });
  await post(page, "/affiliates/new", { name: "Ada", email: `ada-${run}@partner.example` });
  const id = await newestId(page, "/affiliates", /\/affiliates\/([0-9a-f-]{36})\/edit/);
  // The first response has the secret, which is shown only once.
  const first = { intent: "save", webhook_url: "https://webhook.site/first", webhook_events: "deal.created" };
  expect((await page.request.post("/settings/webhook", { form: first })).status()).toBe(200);
  const terms = {
    intent: "save",
    cadence: "ad-hoc",
    currency: "EUR",
    start_date: todayIn("Europe/Berlin", new Date()),
  };
  interface Case extends Record<"path" | "field" | "value" | "button" | "notice" | "done", string> {
    /** Values that another user saves first. */
    other: Record<string, string>;
    title?: string;
  }
  const cases: Case[] = [
    {
      path: `/affiliates/${id}/edit`,
      other: { name: "Ada", email: `ada-${run}@partner.example`, status: "inactive" },
      field: "name",
      value: "Ada L.",
      button: t("affiliates:edit.submit"),
      notice: t("affiliates:edit.status") + t("affiliates:status.inactive"),
      done: t("affiliates:toast.updated"),
    },
    {
      path: `/affiliates/${id}/terms?edit=1`,
      other: { ...terms, rev_share_percent: "12.5" },
      field: "rev_share_percent",
      value: "20",
      button: t("affiliates:terms.submit"),
      title: "affiliates:terms.newer",
      notice: `${t("affiliates:terms.rev_share_percent")}12.5%`,
      done: t("affiliates:toast.terms_saved"),
    },
    {
      path: "/settings/general",
      other: {
        intent: "save",
        organization_name: `Wettlauf ${run}`,
        time_zone: "America/New_York",
        default_currency: "EUR",
      },
      field: "organization_name",
      value: "Staffel",
      button: t("settings:organization.save"),
      notice: `${t("settings:organization.time_zone")}America/New York`,
      done: t("settings:organization.saved"),
    },
    {
      path: "/settings/webhook",
      other: { intent: "save", webhook_url: "https://webhook.site/theirs", webhook_events: "lead.created" },
      field: "webhook_url",
      value: "https://webhook.site/ours",
      button: t("settings:webhook.save"),
      notice: `${t("settings:webhook.url")}https://webhook.site/theirs`,
      done: t("settings:webhook.saved"),
    },
  ];
  for (const { path, other, field, value, button, title, notice, done } of cases) {
    await test.step(path, async () => {
      await page.goto(path);
      await waitForHydration(page.getByRole("button", { name: button }));
      // The form is not reloaded when another user saves.
      await page.locator(`[name=${field}]`).fill(value);
      await post(elsewhere.page, path, other);
      const release = await holdLoads(page);
      const loading = page.locator(".animate-progress");
      const save = page.getByRole("button", { name: button });
      await save.click();
      await expect(noticeIn(page, t, title)).toBeFocused();
      await expect(noticeIn(page, t, title).locator("dl > div").first()).toHaveText(notice);
      await expect(page.locator(`[name=${field}]`)).toHaveValue(value);
      // While the page is still reloading, the form can be edited and sent.
      let typed = value;
      if (path.startsWith("/settings")) {
        await page.locator(`[name=${field}]`).press("End");
        await page.keyboard.type("x");
        typed += "x";
        await expect(loading).toBeAttached();
        release();
        await expect(loading).toHaveCount(0);
        await expect(page.locator(`[name=${field}]`)).toHaveValue(typed);
      }
      await Promise.all([page.waitForRequest((request) => request.method() === "POST"), save.click()]);
      release();
      const toast = page.locator("[data-sonner-toast], [role=status]").filter({ hasText: done });
      await expect(toast.first()).toBeVisible();
      await expect(noticeIn(page, t, title)).toHaveCount(0);
      await page.goto(path);
      await expect(page.locator(`[name=${field}]`)).toHaveValue(typed);
    });
  }
  expect(problems.filter((text) => !text.includes("status of 409"))).toEqual([]);
  for (const window of [context, elsewhere.context]) await window.close();
});
