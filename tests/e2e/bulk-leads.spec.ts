import { expect, test, type Page } from "./support/test";
import { waitForHydration, escape } from "./support/alive";
import { idsOn, send } from "./support/api";
import { violationsOf } from "./support/axe";
import { addedLead, addLead, leadBoard, type LeadBoard } from "./support/lead-board";

// Batch actions in the list of open leads: select with checkboxes, change together, undo.

let board: LeadBoard;
test.beforeAll(async ({ browser }) => {
  board = await leadBoard(browser);
});

const rows = (page: Page) => page.getByRole("rowgroup").last().getByRole("row");
const row = (page: Page, company: string) => rows(page).filter({ hasText: company });
const box = (page: Page, company: string) => row(page, company).getByRole("checkbox");
const bar = (page: Page) => page.getByRole("form", { name: board.t("leads:batch.label") });
const press = async (page: Page, key: "qualify" | "give" | "delete") => {
  if (key !== "qualify") await bar(page).getByText(board.t("leads:batch.others")).click();
  await bar(page)
    .getByRole("button", { name: board.t(`leads:batch.${key}`) })
    .click();
};
const undo = (page: Page) => page.getByRole("button", { name: board.t("common:undo"), exact: true }).first();

test("[LEAD-13] staff qualify selected leads together; skipped leads are named, and the action can be undone", async () => {
  const { open, t, shown } = board;
  const page = await open();
  const names = ["Many One", "Many Two", "Many Three", "Many Four"];
  const ids: Record<string, string> = {};
  for (const company of names) ids[company] = await addedLead(page, company);
  await page.goto("/leads?q=many&view=list");
  await expect(bar(page)).toBeHidden();
  await waitForHydration(box(page, "Many One"));
  // The newest comes first; Shift selects all rows in between.
  await box(page, "Many Four").click();
  await expect(bar(page)).toContainText(t("leads:batch.chosen", { count: 1 }));
  await box(page, "Many Two").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText(t("leads:batch.chosen", { count: 3 }));
  await expect(box(page, "Many One")).not.toBeChecked();
  await page.getByRole("checkbox", { name: t("leads:batch.page") }).check();
  await expect(bar(page)).toContainText(t("leads:batch.chosen", { count: 4 }));
  expect(await violationsOf(page)).toEqual([]);

  // Meanwhile another user loses one and qualifies another.
  const move = (lead_id: string, status: string) =>
    page.request.post("/leads", { form: { intent: "move", lead_id, status }, maxRedirects: 0 });
  await move(ids["Many Two"]!, "lost");
  await move(ids["Many Three"]!, "qualified");
  await press(page, "qualify");
  await expect(shown(page, t("leads:batch.done.qualified", { count: 2 }))).toContainText(
    t("leads:batch.unchanged.qualified", { count: 1 }),
  );
  const stayed = page.getByRole("group").filter({ hasText: t("leads:batch.refused", { count: 1 }) });
  await expect(stayed).toContainText(`Many Two: ${t("leads:batch.because.lost")}`);
  await expect(stayed).toBeFocused();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(row(page, "Many One")).toContainText(t("leads:status.qualified"));
  expect(await violationsOf(page)).toEqual([]);

  await undo(page).click();
  await expect(shown(page, t("leads:batch.undo.done", { count: 2 }))).toBeVisible();
  await expect(row(page, "Many One")).toContainText(t("leads:status.new"));
  await expect(row(page, "Many Three")).toContainText(t("leads:status.qualified"));
  await expect(page).toHaveURL("/leads?q=many&view=list");
  await page.context().close();
});

test("[LEAD-13] staff mark leads lost together with a reason, by keyboard; undo moves them from the archive back", async () => {
  const { open, t, shown } = board;
  const page = await open();
  for (const company of ["Loser A", "Loser B"]) await addLead(page, company);
  const other = { company_name: "Other", contact_person: "Max", email: "max@other.example" };
  await send(page.request, "/leads/new", other);
  await page.goto("/leads?q=loser&view=list");
  await waitForHydration(box(page, "Loser A"));
  for (const company of ["Loser B", "Loser A"]) {
    await box(page, company).focus();
    await page.keyboard.press("Space");
  }
  const others = bar(page).getByText(t("leads:batch.others"));
  const opener = bar(page).getByRole("button", { name: t("leads:batch.lose") });
  await others.focus();
  await page.keyboard.press("Enter");
  await expect(opener).toBeVisible();
  await opener.focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: t("leads:batch.lose_title", { count: 2 }) });
  await expect(question).toContainText("Loser A");
  await expect(question.getByRole("link", { name: t("common:cancel") })).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await escape(page);
  await expect(question).toHaveCount(0);
  // The selection is kept, also when the message of the added lead goes. The focus is where the dialog was opened.
  await expect(page).toHaveURL("/leads?q=loser&view=list");
  await expect(page.getByRole("checkbox", { name: /Loser/, checked: true })).toHaveCount(2);
  await expect(others).toBeFocused();
  await page.keyboard.press("Enter");
  await opener.click();
  await question.getByLabel(t("leads:lose.reason")).fill("No budget this year");
  await question.getByRole("button", { name: t("leads:batch.lose") }).press("Enter");
  await expect(shown(page, t("leads:batch.done.lost", { count: 2 }))).toBeVisible();
  await expect(page).toHaveURL("/leads?q=loser&view=list");
  await expect(page.getByRole("main").getByText(t("leads:none_found.pipeline"))).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await undo(page).click();
  await expect(shown(page, t("leads:batch.undo.done", { count: 2 }))).toContainText(t("leads:batch.undo.untold"));
  await expect(rows(page)).toHaveCount(2);
  await page.context().close();
});

test("[LEAD-13] staff reassign leads to another affiliate, after choosing one in a dialog", async () => {
  const { open, t, shown } = board;
  const page = await open();
  await send(page.request, "/affiliates/new", {
    name: "Gisela Geber",
    email: `gisela-${Date.now()}@partner.example`,
  });
  const [affiliate_id] = await idsOn(page.request, "/affiliates", /\/affiliates\/([0-9a-f-]{36})\/terms/g);
  for (const company of ["Gift A", "Gift B"]) await addLead(page, company, { affiliate_id: affiliate_id! });
  const name = `Nadja Nehmer ${Date.now()}`;
  await send(page.request, "/affiliates/new", { name, email: `nadja-${Date.now()}@partner.example` });
  await page.goto("/leads?q=gift&view=list");
  await waitForHydration(box(page, "Gift A"));
  await page.getByRole("checkbox", { name: t("leads:batch.page") }).check();
  await press(page, "give");
  const dialog = page.getByRole("dialog", { name: t("leads:batch.give_title", { count: 2 }) });
  const submit = dialog.getByRole("button", { name: t("leads:batch.give") });
  await submit.click();
  await expect(dialog).toContainText(t("errors:affiliate_required"));
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("combobox").selectOption({ label: name });
  await submit.click();
  await expect(shown(page, t("leads:batch.done.given", { count: 2 }))).toBeVisible();
  await expect(page).toHaveURL("/leads?q=gift&view=list");
  await expect(rows(page).filter({ hasText: name })).toHaveCount(2);
  await undo(page).click();
  await expect(rows(page).filter({ hasText: "Gisela Geber" })).toHaveCount(2);
  await page.context().close();
});

test("[LEAD-13] [A11Y-01] on a phone the bar hides no focused element, and nothing scrolls sideways", async () => {
  const { open, t } = board;
  const page = await open();
  await page.setViewportSize({ width: 390, height: 700 });
  for (let number = 0; number < 5; number++) await addLead(page, `Phone ${number}`);
  await page.goto("/leads?q=phone&view=list");
  await waitForHydration(box(page, "Phone 0"));
  await page.getByRole("checkbox", { name: t("leads:batch.page") }).check();
  await expect(bar(page)).toBeVisible();
  // In a window that shows all of it no control lies half below a bar that stays in view.
  await page.setViewportSize({ width: 390, height: 1400 });
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.evaluate(() => window.scrollTo(0, 0));
  const controls = page.locator("tbody").locator("a, button, input, summary").filter({ visible: true });
  for (let count = await controls.count(), index = 0; index < count; index++) {
    await controls.nth(index).focus();
    const seen = await page.evaluate(() => {
      const focused = document.activeElement!;
      const { x, y, width, height } = focused.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top !== null && (focused.contains(top) || top.contains(focused));
    });
    expect(seen, await page.evaluate(() => document.activeElement!.outerHTML)).toBe(true);
  }
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  // The menu of the bar opens inside the window.
  await bar(page).getByText(t("leads:batch.others")).click();
  const entry = bar(page).getByRole("button", { name: t("leads:batch.delete") });
  await expect(entry).toBeInViewport({ ratio: 1 });
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});

test("[WORK-04] at 1280 px the bar is one line, also with long words", async () => {
  const { open } = board;
  const page = await open();
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const company of ["Line A", "Line B"]) await addedLead(page, company);
  for (const language of ["de", "fr", "es"]) {
    await page.request.post("/language", { form: { language, redirect_to: "/leads" }, maxRedirects: 0 });
    await page.goto("/leads?q=line&view=list");
    const first = rows(page).first().getByRole("checkbox");
    await waitForHydration(first);
    await first.check();
    const buttons = page.locator("form#batch").locator("button, summary").filter({ visible: true });
    const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(tops.length).toBeGreaterThan(4);
    expect(Math.max(...tops) - Math.min(...tops), language).toBeLessThan(12);
  }
  await page.request.post("/language", { form: { language: "en", redirect_to: "/leads" }, maxRedirects: 0 });
  await page.context().close();
});
