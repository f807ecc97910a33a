import { expect, test } from "./support/test";
import { addLead, leadBoard, type LeadBoard } from "./support/lead-board";
import { visit } from "./support/windows";

// The page of a lead as the place of work, by the keyboard alone. Without JavaScript: tests/http/plain/leads.test.ts.

let board: LeadBoard;

test.beforeAll(async ({ browser }) => {
  board = await leadBoard(browser);
});

test("[WORK-08] leads are worked through by the keyboard alone, in the order of the list", async () => {
  const { open, t, shown } = board;
  const page = await open();
  for (const number of [1, 2, 3]) await addLead(page, `Keys ${number}`);
  await visit(page, "/leads?view=list&q=keys");
  await page.keyboard.press("j");
  await expect(page.locator(".list .row-link").first()).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const named = (company: string) => page.getByRole("dialog", { name: t("leads:view.title", { company }) });
  await expect(named("Keys 3")).toBeVisible();
  await page.keyboard.press("q");
  await expect(shown(page, t("leads:toast.status_updated"))).toBeVisible();
  await expect(dialog.getByRole("button", { name: t("leads:lead.qualify") })).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(named("Keys 2")).toBeVisible();
  await expect(page).toHaveURL(/\/leads\/[\da-f-]+\?view=list&q=keys|\?q=keys&view=list/);

  // A next step is entered, done, and offered again.
  const what = dialog.getByLabel(t("work:what"));
  await what.fill("Call them");
  await what.press("Enter");
  await expect(shown(page, t("work:toast.saved"))).toBeVisible();
  await expect(dialog.getByText("Call them")).toBeVisible();
  await dialog.getByRole("heading", { level: 2 }).focus();
  await page.keyboard.press("d");
  await expect(shown(page, t("work:toast.done", { step: "Call them" }))).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: t("work:step_done") })).toContainText("Call them");
  await expect(what).toHaveValue("");

  // Editing returns to the lead, not to the list.
  await dialog.getByRole("heading", { level: 2 }).focus();
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog", { name: t("leads:edit.title", { company: "Keys 2" }) })).toBeVisible();
  await page.getByLabel(t("leads:lead.phone")).fill("+49 40 1");
  await page.getByLabel(t("leads:lead.phone")).press("Enter");
  await expect(named("Keys 2")).toContainText("+49 40 1");
  await page.keyboard.press("k");
  await expect(named("Keys 3")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/leads\?/);
  await page.context().close();
});
