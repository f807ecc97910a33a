import { expect, test, type Page } from "./support/test";
import { todayIn } from "../../app/domain/shared/dates";
import { waitForHydration, escape } from "./support/alive";
import { addedLead, addLead, leadBoard, type LeadBoard } from "./support/lead-board";

// Dialogs after a rejection show the stored state. After closing, the focus, the scroll position and the history are as
// expected.

let board: LeadBoard;

test.beforeAll(async ({ browser }) => {
  board = await leadBoard(browser);
});

const dialogOf = (page: Page) => page.locator("[role=dialog]:visible, [role=alertdialog]:visible").first();

/** Returns a description of the focused element; "body" means none. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return "body";
    return (activeElement.getAttribute("href") ?? activeElement.tagName) + ` ${activeElement.textContent}`;
  });

/** Waits until the focus has settled, and returns where it is. */
async function settledFocus(page: Page): Promise<string> {
  await expect.poll(() => focused(page)).not.toBe("body");
  return focused(page);
}

const post = async (page: Page, path: string, form: Record<string, string>) =>
  expect((await page.request.post(path, { form, maxRedirects: 0 })).status(), path).toBe(302);

test("[LEAD-06] a rejected deal shows the lead's new state from another tab, in the dialog and behind it", async () => {
  const { open, t, card } = board;
  const page = await open();
  const id = await addedLead(page, "Two Tabs GmbH");
  await page.goto("/leads?q=two+tabs");
  await waitForHydration(card(page, "Two Tabs GmbH"));
  await card(page, "Two Tabs GmbH")
    .getByRole("link", { name: t("leads:lead.create_deal") })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=title]").fill("Relaunch");
  await dialog.locator("[name=amount]").fill("1,200");
  const other = await page.context().newPage();
  await post(other, "/leads", { intent: "move", lead_id: id, status: "lost" });
  await dialog.getByRole("button", { name: t("leads:deal.submit") }).click();

  await expect(dialog).toContainText(t("errors:lead_not_open"));
  await expect(dialog).toContainText(t("leads:deal.closed"));
  await expect(dialog).toContainText(t("leads:status.lost"));
  await expect(dialog.getByRole("button", { name: t("leads:deal.submit") })).toHaveCount(0);
  await expect(dialog.locator("[name=title]")).toHaveValue("Relaunch");
  await expect(dialog.locator("[name=amount]")).toHaveValue("1,200");
  await expect(page.locator("article")).toHaveCount(0);
  await page.context().close();
});

test("[AFF-05] a rejected form of another screen reloads the screen, and keeps the entered values", async () => {
  const { open, t } = board;
  const page = await open();
  const email = `stale-${Date.now()}@partner.example`;
  await page.goto("/affiliates");
  await page
    .getByRole("main")
    .getByRole("link", { name: t("affiliates:invite") })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await waitForHydration(dialog.locator("[name=name]"));
  await dialog.locator("[name=name]").fill("Second");
  await dialog.locator("[name=email]").fill(email);
  await post(page, "/affiliates/new", { name: "First", email });
  await dialog.locator("form button[type=submit]").last().click();
  await expect(dialog).toContainText(t("errors:affiliate_email_taken"));
  await expect(dialog.locator("[name=name]")).toHaveValue("Second");
  await expect(page.locator("main").getByText("First", { exact: true }).first()).toBeAttached();
  await page.context().close();
});

test("[LEAD-03] a card reports a missing connection and stays, and so does the page", async () => {
  const { open, t, card, column, shown, button } = board;
  const page = await open();
  await addLead(page, "Tunnel GmbH");
  await page.clock.install();
  await page.goto("/leads?q=tunnel");
  await waitForHydration(card(page, "Tunnel GmbH"));
  await page.context().setOffline(true);
  // Hovering a link would prefetch its page, which must not remove this one.
  await card(page, "Tunnel GmbH").getByRole("link", { name: "Tunnel GmbH", exact: true }).hover();
  await page.clock.runFor(1_000);
  await button(page, "Tunnel GmbH", "qualify").click();
  await expect(shown(page, t("errors:no_connection_button"))).toBeVisible();
  await expect(column(page, "new").getByRole("article").filter({ hasText: "Tunnel GmbH" })).toBeVisible();

  await page.context().setOffline(false);
  await board.loseLink(page, "Tunnel GmbH").click();
  await expect(board.confirm(page, "Tunnel GmbH")).toBeVisible();
  await page.context().setOffline(true);
  await board.confirm(page, "Tunnel GmbH").click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(card(page, "Tunnel GmbH")).toBeVisible();
  await page.context().setOffline(false);
  await button(page, "Tunnel GmbH", "qualify").click();
  await expect(shown(page, t("leads:toast.status_updated"))).toBeVisible();
  await page.context().close();
});

test("[A11Y-01] the focus returns to the opener or the heading after any dialog, closed in any way", async () => {
  const { open, t, card } = board;
  const page = await open();
  const lead = await addedLead(page, "Focus GmbH");
  const deal = { title: "Relaunch", amount: "1200", currency: "EUR", close_date: "2026-03-01" };
  await post(page, "/affiliates/new", { name: "Ada", email: `ada-${Date.now()}@partner.example` });
  const idIn = async (path: string, pattern: RegExp) => pattern.exec(await (await page.request.get(path)).text())![1]!;
  const affiliate = await idIn("/affiliates?q=ada", /\/affiliates\/([0-9a-f-]{36})\/edit/);
  const today = todayIn("Europe/Berlin", new Date());
  const terms = { cadence: "ad-hoc", currency: "EUR", rev_share_percent: "10", start_date: today };
  await post(page, `/affiliates/${affiliate}/terms`, { intent: "save", model: "rev_share", ...terms });
  const won = await addedLead(page, "Focus AG", { affiliate_id: affiliate });
  await post(page, `/leads/${won}/deal`, { deal_type: "one-time", ...deal });
  const dealId = await idIn("/leads?tab=deals&q=focus", /\/leads\/deals\/([0-9a-f-]{36})/);
  await post(page, "/leads", { intent: "mark-paid", deal_id: dealId });
  const receipt = await idIn("/transactions", /(\/transactions\/[a-z-]+\/[0-9a-f-]{36}\/receipt)/);
  const dialogs: Record<string, string[]> = {
    "/leads?q=focus": ["/leads/new", ...["", "/edit", "/deal", "/lose"].map((one) => `/leads/${lead}${one}`)],
    "/leads?tab=deals&q=focus": [`/leads/deals/${dealId}`, `/leads/deals/${dealId}/edit`],
    "/affiliates?q=ada": [
      "/affiliates/new",
      ...["edit", "terms", "delete", "invitation"].map((one) => `/affiliates/${affiliate}/${one}`),
    ],
    "/transactions": [receipt],
  };
  const ways = {
    Escape: () => escape(page),
    Back: () => page.goBack(),
    close: () =>
      dialogOf(page)
        .getByRole("link", { name: t("common:close") })
        .first()
        .click(),
  };
  for (const [screen, paths] of Object.entries(dialogs)) {
    await page.goto(screen);
    await waitForHydration(page.getByRole("main"));
    for (const path of paths) {
      const links = page.locator(`main a[href="${path}"], main a[href^="${path}?"]`);
      for (const [way, close] of Object.entries(ways)) {
        await test.step(`${path} closed by ${way}`, async () => {
          await links.first().evaluate((link) => {
            const menu = link.closest("details");
            if (menu) menu.open = true;
            (link as HTMLElement).focus();
          });
          await page.keyboard.press("Enter");
          await expect(dialogOf(page)).toBeVisible();
          expect(await settledFocus(page)).not.toBe("body");
          await close();
          await expect(dialogOf(page)).toHaveCount(0);
          const back = await settledFocus(page);
          const isEntry = await links.first().evaluate((link) => link.closest("details") !== null);
          if (!isEntry) expect(back).toContain(path);
          else expect(back).toContain("SUMMARY");
        });
      }
    }
  }

  // A dialog that changes while it is open keeps the focus, although the focused element is removed: a link for its
  // form, a form for its result.
  await page.goto(`/affiliates/${affiliate}/terms`);
  await waitForHydration(dialogOf(page));
  await dialogOf(page)
    .getByRole("link", { name: t("affiliates:terms.edit") })
    .press("Enter");
  await expect(dialogOf(page).locator("[name=model]:checked")).toBeFocused();
  const webhook = { intent: "save", webhook_url: "https://webhook.site/ours", webhook_events: "deal.created" };
  await page.request.post("/settings/webhook", { form: webhook });
  await page.goto("/settings/webhook/secret");
  await waitForHydration(dialogOf(page));
  await dialogOf(page).locator("button[type=submit]").press("Enter");
  await expect(page.getByRole("dialog", { name: t("webhooks:secret.made_title") })).toBeVisible();
  await expect.poll(() => dialogOf(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);

  // The command menu and the shortcuts, opened without an opener.
  await page.goto("/leads?q=focus");
  await expect(page.locator("header kbd")).toBeVisible();
  for (const key of ["Control+k", "?"]) {
    await page.keyboard.press(key);
    await expect(dialogOf(page)).toBeVisible();
    await escape(page);
    await expect(dialogOf(page)).toHaveCount(0);
    expect(await settledFocus(page)).toContain(t("leads:title"));
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  }
  // The input is discarded: two dialogs close together.
  await card(page, "Focus GmbH")
    .getByRole("link", { name: t("leads:lead.create_deal") })
    .press("Enter");
  await dialogOf(page).locator("[name=title]").fill("Half");
  await escape(page);
  await page.getByRole("button", { name: t("common:discard.discard") }).press("Enter");
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await settledFocus(page)).toContain(`/leads/${lead}/deal`);
  await page.context().close();
});

test("[LEAD-06] a saved deal keeps the scroll position and the focus, and Back does not reopen its form", async () => {
  const { open, t, shown } = board;
  const page = await open();
  await page.setViewportSize({ width: 1280, height: 400 });
  await post(page, "/affiliates/new", { name: "Sam", email: `sam-${Date.now()}@partner.example` });
  const list = await (await page.request.get("/affiliates?q=sam")).text();
  const affiliate = /\/affiliates\/([0-9a-f-]{36})\/terms/.exec(list)![1]!;
  const terms = {
    rev_share_percent: "10",
    currency: "EUR",
    cadence: "monthly",
    start_date: todayIn("Europe/Berlin", new Date()),
  };
  await post(page, `/affiliates/${affiliate}/terms`, { intent: "save", model: "rev_share", ...terms });
  const ids: string[] = [];
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    ids.push(await addedLead(page, `Scroll ${number}`, { affiliate_id: affiliate }));
  }
  for (const [number, id] of ids.slice(0, 7).entries()) {
    const deal = { title: `Deal ${number}`, amount: "1200", currency: "EUR", close_date: "2026-03-01" };
    await post(page, `/leads/${id}/deal`, { deal_type: "one-time", ...deal });
  }
  await page.goto("/leads?q=scroll&tab=deals");
  const row = page.getByRole("row").filter({ hasText: "Scroll 1" });
  await waitForHydration(row);
  await row.getByRole("button", { name: t("leads:deals.mark_paid") }).press("Enter");
  await expect(shown(page, t("commissions:toasts.paid"))).toBeVisible();
  expect(await settledFocus(page)).toContain("Scroll 1");

  // An edited deal: the dialog comes from an action of the row.
  await page.goto("/leads?q=scroll&tab=deals");
  await waitForHydration(row);
  await page.evaluate(() => window.scrollTo(0, 200));
  await row
    .getByRole("link", { name: t("leads:deals.edit") })
    .evaluate((edit: HTMLElement) => edit.focus({ preventScroll: true }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=title]").fill("Corrected");
  await dialog.getByRole("button", { name: t("deals:edit.submit") }).click();
  await expect(shown(page, t("deals:edit.saved"))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await settledFocus(page)).toContain("/edit");
  expect(await page.evaluate(() => window.scrollY)).toBe(200);

  // A new deal leads to another list: then the heading has the focus. Both are much longer than this window.
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto("/leads?q=scroll");
  await waitForHydration(page.getByRole("article").first());
  await page.evaluate(() => window.scrollTo(0, 120));
  await page.locator(`a[href^="/leads/${ids[8]}/deal"]`).press("Enter");
  await dialog.locator("[name=title]").fill("New deal");
  await dialog.locator("[name=amount]").fill("50");
  const before = await page.evaluate(() => window.scrollY);
  await dialog.getByRole("button", { name: t("leads:deal.submit") }).click();
  await expect(shown(page, t("leads:toast.deal_created"))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await settledFocus(page)).toContain(t("leads:title"));
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await page.goBack();
  await expect(page).toHaveURL("/leads?q=scroll");
  await expect(dialog).toHaveCount(0);
  await page.context().close();
});
