import { expect, test, type Locator, type Page } from "./support/test";
import { waitForHydration } from "./support/alive";
import { violationsOf } from "./support/axe";
import { addLead, leadBoard, type LeadBoard } from "./support/lead-board";

// Moving cards on the board with a mouse, a finger and the keyboard.

let board: LeadBoard;

test.beforeAll(async ({ browser }) => {
  board = await leadBoard(browser);
});

/** Opens the board with these leads alone, the last one first. */
async function openWith(word: string, names: readonly string[], touch = false): Promise<Page> {
  const page = await board.open(touch ? { hasTouch: true, viewport: { width: 390, height: 700 } } : {});
  for (const name of names) await addLead(page, `${word} ${name}`);
  await page.goto(`/leads?q=${word.toLowerCase()}`);
  const newest = board.card(page, `${word} ${names.at(-1)}`);
  await waitForHydration(newest);
  // The first sign of use loads what moves the cards.
  if (!touch) await newest.hover();
  await expect(page.locator("[data-board=ready]")).toBeVisible();
  return page;
}

const dock = (page: Page, company: string) =>
  page.getByRole("group", { name: board.t("board:to", { company }), exact: true });
const place = (page: Page, company: string, status: string) =>
  dock(page, company).getByRole("button", { name: board.t(`leads:status.${status}`) });

/** Drags a card above an element that may only appear with the drag. */
async function drag(page: Page, company: string, to: Locator) {
  const from = (await board.card(page, company).boundingBox())!;
  await page.mouse.move(from.x + 40, from.y + 70);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 90, { steps: 3 });
  const target = (await to.boundingBox())!;
  await page.mouse.move(target.x + target.width / 2, target.y + Math.min(target.height / 2, 30), { steps: 3 });
}

test("[WORK-15] a dragged card moves, asks before a loss, and goes back where it cannot stay", async () => {
  const { t, card, column, shown, question, button } = board;
  const page = await openWith("Drag", ["Alpha", "Beta", "Gamma"]);
  await expect(page.getByRole("link", { name: t("leads:status.converted") })).toContainText("0");

  await drag(page, "Drag Gamma", column(page, "qualified"));
  await expect(place(page, "Drag Gamma", "qualified")).toHaveAttribute("data-over");
  await page.mouse.up();
  await expect(column(page, "qualified").getByRole("article")).toHaveText(/Drag Gamma/);
  await expect(shown(page, t("leads:toast.status_updated"))).toBeVisible();
  // The click of the mouse that let it go opens nothing.
  await expect(page).toHaveURL("/leads?q=drag");
  await page
    .getByRole("button", { name: t("common:undo") })
    .first()
    .click();
  await expect(column(page, "new").getByRole("article")).toHaveCount(3);

  await drag(page, "Drag Beta", place(page, "Drag Beta", "lost"));
  await page.mouse.up();
  await expect(question(page, "Drag Beta")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question(page, "Drag Beta")).toHaveCount(0);
  await expect(column(page, "new").getByRole("article")).toHaveCount(3);

  await drag(page, "Drag Beta", column(page, "qualified"));
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(dock(page, "Drag Beta")).toHaveCount(0);
  await expect(column(page, "new").getByRole("article")).toHaveCount(3);

  await button(page, "Drag Alpha", "qualify").press("Enter");
  await expect(column(page, "qualified").getByRole("article")).toHaveText(/Drag Alpha/);
  await drag(page, "Drag Alpha", column(page, "new"));
  await page.mouse.up();
  const status = t("leads:status.qualified");
  await expect(shown(page, t("board:backward", { company: "Drag Alpha", status }))).toBeVisible();
  await expect(card(page, "Drag Alpha")).toHaveCount(1);

  // Another person is faster; live news are too slow for this move.
  await drag(page, "Drag Beta", column(page, "qualified"));
  const id = (await card(page, "Drag Beta").getByRole("heading").getByRole("link").getAttribute("id"))!.slice(5);
  const form = { lead_id: id, status: "lost", intent: "move" };
  await page.route("**/leads*", async (route) => {
    if (route.request().method() === "POST") await page.request.post("/leads", { form, maxRedirects: 0 });
    await route.continue();
  });
  await page.mouse.up();
  await expect(shown(page, t("errors:lead_not_open"))).toBeVisible();
  await expect(column(page, "qualified").getByRole("article")).toHaveText(/Drag Alpha/);
  await page.context().close();
});

test("[WORK-15] [A11Y-01] the keyboard picks a card up, chooses, drops it and puts it back", async () => {
  const { t, card, column } = board;
  const page = await openWith("Keys", ["Alpha", "Beta"]);
  const grip = card(page, "Keys Beta").getByRole("button", { name: t("leads:lead.move") });
  await grip.press("Space");
  await expect(place(page, "Keys Beta", "contacted")).toBeFocused();
  await expect(page.getByText(t("board:grabbed", { company: "Keys Beta" }))).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(place(page, "Keys Beta", "qualified")).toBeFocused();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(grip).toBeFocused();
  await expect(page.getByText(t("board:put_back", { company: "Keys Beta" }))).toBeAttached();
  await expect(column(page, "new").getByRole("article")).toHaveCount(2);

  await grip.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await expect(column(page, "qualified").getByRole("article")).toHaveText(/Keys Beta/);
  await expect(column(page, "qualified").getByRole("link", { name: "Keys Beta", exact: true })).toBeFocused();

  await card(page, "Keys Beta")
    .getByRole("button", { name: t("leads:lead.move") })
    .press("Enter");
  await place(page, "Keys Beta", "converted").press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/leads?q=keys");
  await expect(column(page, "qualified").getByRole("article")).toHaveText(/Keys Beta/);
  await page.context().close();
});

test("[WORK-15] a finger scrolls the board, and after a long press carries a card", async () => {
  const { column } = board;
  const page = await openWith("Touch", ["Alpha", "Beta", "Gamma", "Delta", "Omega"], true);
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
    devtools.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  const scrolled = () => page.evaluate(() => window.scrollY);
  const omega = board.card(page, "Touch Omega");
  const press = async () => {
    await omega.scrollIntoViewIfNeeded();
    const box = (await omega.boundingBox())!;
    const at = { x: box.x + 60, y: box.y + 60 };
    await touch("touchStart", at.x, at.y);
    return at;
  };

  const swipe = await press();
  const before = await scrolled();
  for (let step = 1; step <= 10; step++) await touch("touchMove", swipe.x, swipe.y - step * 20);
  await touch("touchEnd");
  await expect.poll(scrolled).toBeGreaterThan(before);
  // The page goes on scrolling for a moment, which the next touch could not prevent.
  const isStill = async () => (await scrolled()) === (await page.waitForTimeout(100).then(scrolled));
  await expect.poll(isStill).toBe(true);
  await expect(dock(page, "Touch Omega")).toHaveCount(0);

  const { x, y } = await press();
  const target = place(page, "Touch Omega", "qualified");
  await expect(target).toBeVisible();
  const held = await scrolled();
  const at = (await target.boundingBox())!;
  for (let step = 1; step <= 10; step++) {
    await touch("touchMove", x + ((at.x + 20 - x) * step) / 10, y + ((at.y + 20 - y) * step) / 10);
  }
  await expect(target).toHaveAttribute("data-over");
  await touch("touchEnd");
  await expect(column(page, "qualified").getByRole("article")).toHaveText(/Touch Omega/);
  expect(await scrolled()).toBe(held);
  await page.context().close();
});
