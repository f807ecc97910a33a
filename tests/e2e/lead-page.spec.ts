import { expect, test } from "./support/test";
import { waitForHydration } from "./support/alive";
import { addLead, leadBoard, type LeadBoard } from "./support/lead-board";

// The page of a lead as the place of work: by the keyboard alone, and without JavaScript.

let board: LeadBoard;

test.beforeAll(async ({ browser }) => {
  board = await leadBoard(browser);
});

test("[WORK-08] leads are worked through by the keyboard alone, in the order of the list", async () => {
  const { open, t, shown } = board;
  const page = await open();
  for (const number of [1, 2, 3]) await addLead(page, `Keys ${number}`);
  await page.goto("/leads?view=list&q=keys");
  await waitForHydration(page.getByRole("row").nth(1));
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

test("[WORK-07] [WORK-08] next step, neighbors and filters work without JavaScript", async () => {
  const { open, t } = board;
  const plain = await open({ javaScriptEnabled: false });
  for (const number of [1, 2]) await addLead(plain, `Plain ${number}`);
  await plain.goto("/leads?view=list&q=plain");
  await plain.getByRole("link", { name: "Plain 2", exact: true }).first().click();
  await plain.getByLabel(t("work:what")).fill("Write");
  await plain.getByRole("button", { name: t("work:save") }).click();
  await expect(plain.getByRole("dialog")).toContainText("Write");
  await plain.getByRole("link", { name: t("work:next_of", { company: "Plain 1" }) }).click();
  await expect(plain.getByRole("dialog", { name: t("leads:view.title", { company: "Plain 1" }) })).toBeVisible();
  await plain.goto("/leads?view=list&q=plain");
  await plain.getByRole("link", { name: t("leads:filter.step.today") }).click();
  await expect(plain.getByRole("row")).toHaveCount(2);
  await expect(plain.getByRole("row").last()).toContainText("Write");
  // Where nothing matches, the filters are named.
  await plain.goto("/leads?view=list&responsible=me&step=overdue");
  const named = `${t("leads:filter.mine")} · ${t("leads:filter.step.overdue")}`;
  await expect(plain.getByRole("main")).toContainText(named);
  await plain.context().close();
});
