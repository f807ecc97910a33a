import { expect, test } from "./support/test";
import { waitForHydration, escape, holdScripts } from "./support/alive";
import { addLead, leadBoard, type LeadBoard } from "./support/lead-board";
import { waitForIdle } from "./support/quiet";

// Many leads: columns that load more, the list beside the board, and the search before hydration.

let board: LeadBoard;

test.beforeAll(async ({ browser }) => {
  board = await leadBoard(browser);
});

test("[LEAD-02] a column of more than 25 leads shows their number and loads more at its end", async () => {
  const { open, t, column } = board;
  const page = await open();
  const leads = Array.from({ length: 30 }, (_, number) => `Long ${String(number).padStart(2, "0")}`);
  for (const company of leads) await addLead(page, company);
  await page.goto("/leads?q=long");
  const cards = column(page, "new").getByRole("article");
  await expect(cards).toHaveCount(25);
  const more = column(page, "new").getByRole("link", { name: t("leads:pipeline.more", { count: 5 }) });
  await expect(column(page, "new")).toContainText(t("common:shown_of", { shown: 25, total: 30 }));
  await waitForHydration(more);
  await more.focus();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  await expect(cards).toHaveCount(30);
  await expect(page).toHaveURL("/leads?q=long&more_new=50");
  await expect(cards.nth(25).getByRole("link", { name: "Long 04", exact: true })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await expect(more).toHaveCount(0);
  await page.context().close();

  const plain = await open({ javaScriptEnabled: false });
  await plain.goto("/leads?q=long");
  const link = column(plain, "new").getByRole("link", { name: t("leads:pipeline.more", { count: 5 }) });
  await link.click();
  await expect(column(plain, "new").getByRole("article")).toHaveCount(30);
  // The browser scrolls to the fragment when it has laid the page out.
  await expect.poll(() => plain.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await plain.context().close();
});

test("[LEAD-01] [LEAD-03] open leads as a list have the same actions, sort by company, and the layout is remembered", async () => {
  const { open, t, shown } = board;
  const page = await open();
  for (const company of ["Row Zett", "Row Alpha", "Row Mitte"]) await addLead(page, company);
  await page.goto("/leads?q=row");
  await waitForHydration(page.getByRole("article").first());
  const choice = (name: string) =>
    page
      .getByRole("navigation", { name: t("leads:layout.label") })
      .getByRole("link", { name: t(`leads:layout.${name}`) });
  await choice("list").click();
  await expect(page).toHaveURL("/leads?q=row&view=list");
  const rows = page.getByRole("rowgroup").last().getByRole("row");
  const companies = async () => (await rows.getByRole("link", { name: /^Row/ }).allTextContents()).join();
  await expect.poll(companies).toBe("Row Mitte,Row Alpha,Row Zett");
  await page
    .getByRole("columnheader", { name: t("leads:lead.company") })
    .getByRole("link")
    .click();
  await expect.poll(companies).toBe("Row Alpha,Row Mitte,Row Zett");

  const row = rows.filter({ hasText: "Row Mitte" });
  await row.getByRole("button", { name: t("leads:lead.qualify") }).press("Enter");
  await expect(shown(page, t("leads:toast.status_updated"))).toBeVisible();
  await expect(row).toContainText(t("leads:status.qualified"));
  await expect(row.getByRole("link", { name: "Row Mitte", exact: true })).toBeFocused();
  await row.getByRole("link", { name: t("leads:lead.lose") }).press("Enter");
  await board.confirm(page, "Row Mitte").press("Enter");
  await expect(row).toHaveCount(0);
  await expect(rows.filter({ hasText: "Row Zett" }).getByRole("link", { name: "Row Zett", exact: true })).toBeFocused();
  await expect(page).toHaveURL("/leads?q=row&view=list&sort=company");

  // Without the parameter, until the board is chosen.
  await page.goto("/leads?q=row");
  await expect(rows).toHaveCount(2);
  await choice("board").click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.goto("/leads?q=row");
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.context().close();
});

test("[A11Y-01] on a phone a card that moved out of view is scrolled into view, with the focus", async () => {
  const { open, button, card, column } = board;
  const page = await open();
  await page.setViewportSize({ width: 390, height: 700 });
  const companies = Array.from({ length: 8 }, (_, index) => `Phone ${index}`);
  for (const company of companies) await addLead(page, company);
  await page.goto("/leads?q=phone");
  await waitForHydration(card(page, "Phone 7"));
  await button(page, "Phone 7", "qualify").press("Enter");
  const moved = column(page, "qualified").getByRole("link", { name: "Phone 7", exact: true });
  await expect(moved).toBeFocused();
  await expect(moved).toBeInViewport({ ratio: 1 });
  // Visible content keeps its position after the response.
  await waitForIdle(page);
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await escape(page);
  await expect(dialog).toHaveCount(0);
  await expect(moved).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
  // A user who taps continues with the next card.
  await button(page, "Phone 6", "qualify").click();
  const tapped = column(page, "qualified").getByRole("link", { name: "Phone 6", exact: true });
  await expect(tapped).toBeFocused();
  await expect(tapped).not.toBeInViewport();
  await page.context().close();
});

test("[ORG-04] Ctrl+K before hydration focuses the search, and then opens the menu", async () => {
  const { open, t } = board;
  const page = await open();
  const comeAlive = await holdScripts(page);
  await page.goto("/leads", { waitUntil: "commit" });
  const field = page.getByRole("banner").getByRole("searchbox");
  // The document is complete, including the script beside the field; the hydration script is not loaded.
  await page.waitForFunction(() => document.readyState !== "loading");
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.type("Al");
  comeAlive();
  const menu = page.getByRole("dialog", { name: t("shell:search.menu") });
  await expect(menu.getByRole("combobox")).toHaveValue("Al");
  await page.keyboard.type("ph");
  await expect(menu.getByRole("combobox")).toHaveValue("Alph");
  await escape(page);
  await page.keyboard.press("Control+k");
  await expect(menu.getByRole("combobox")).toHaveValue("");
  await page.context().close();
});

test("[LEAD-01] a filter that is chosen before hydration applies", async () => {
  const { open, t } = board;
  const page = await open();
  const comeAlive = await holdScripts(page);
  await page.goto("/leads", { waitUntil: "domcontentloaded" });
  const filter = page.getByRole("search", { name: t("leads:filter.label") });
  await filter.getByRole("combobox", { name: t("leads:filter.status") }).selectOption("lost");
  comeAlive();
  await expect(page).toHaveURL("/leads?status=lost");
  await page.context().close();
});

test("[P12] the leads screen loads at most 200 KiB of script", async () => {
  const page = await board.open();
  await page.goto("/leads");
  await page.waitForLoadState("networkidle");
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith(".js"))
      .map(({ encodedBodySize }) => encodedBodySize),
  );
  expect(scripts.length).toBeGreaterThan(5);
  const size = scripts.reduce((sum, bytes) => sum + bytes, 0) / 1024;
  expect(size, "KiB, as the server sends them").toBeLessThanOrEqual(200);
  await page.context().close();
});
