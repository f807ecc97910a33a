import { expect, test, type Locator, type Page } from "./support/test";
import { REPEAT_MS } from "../../app/components/ui/swallow-repeats";
import { waitForHydration, escape } from "./support/alive";
import { addedLead, addLead, leadBoard, type LeadBoard } from "./support/lead-board";
import { waitForIdle } from "./support/quiet";

// Double clicks, a lead's own view, and the explanation why a lead is not listed.

let board: LeadBoard;

test.beforeAll(async ({ browser }) => {
  board = await leadBoard(browser);
});

/** Double clicks as a hand does: the second click does not wait until the page has handled the first. */
async function doubleClick(page: Page, target: Locator, pauseMs: number): Promise<void> {
  const box = (await target.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const first = [page.mouse.down(), page.mouse.up()];
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const second = [page.mouse.down({ clickCount: 2 }), page.mouse.up({ clickCount: 2 })];
  await Promise.all([...first, ...second]);
}

/** Waits until a second effect would be visible, and the page counts the next click as intended. */
async function settled(page: Page): Promise<void> {
  await waitForIdle(page);
  const clicked = await page.evaluate(() => performance.now());
  await page.waitForFunction((until) => performance.now() > until, clicked + REPEAT_MS);
}

test("[LEAD-03] a double click on a card has one effect, on this card", async () => {
  const { open, t, column } = board;
  const page = await open();
  const statuses = async () => {
    const list = await (await page.request.get("/leads?q=twice")).text();
    return {
      open: (list.match(/<article/g) ?? []).length,
      untouched: (list.match(/<button name="status" value="qualified"/g) ?? []).length,
    };
  };
  for (const number of [1, 2, 3, 4, 5]) await addLead(page, `Twice ${number}`);
  await page.goto("/leads?q=twice");
  await waitForHydration(page.getByRole("article").first());
  let untouched = 5;
  for (const pause of [70, 120, 250]) {
    const place = column(page, "new").getByRole("article").first();
    await doubleClick(page, place.getByRole("button", { name: t("leads:lead.qualify") }), pause);
    untouched -= 1;
    await expect(column(page, "new").getByRole("article")).toHaveCount(untouched);
    await settled(page);
    expect(await statuses()).toEqual({ open: 5, untouched });
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  // The dialog stays, and nothing is lost by the second click, nor by the one that confirms it.
  for (const pause of [70, 250]) {
    const place = column(page, "new").getByRole("article").first();
    await doubleClick(page, place.getByRole("link", { name: t("leads:lead.lose") }), pause);
    const sure = page.getByRole("alertdialog").getByRole("button", { name: t("leads:lead.lose") });
    await expect(sure).toBeVisible();
    await settled(page);
    await doubleClick(page, sure, pause);
    untouched -= 1;
    await expect(column(page, "new").getByRole("article")).toHaveCount(untouched);
    await settled(page);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    expect(await statuses()).toEqual({ open: 3 + untouched, untouched });
  }
  await page.context().close();
});

test("[LEAD-02] [LEAD-05] a lead's own view shows and copies its data, the next step and the result", async () => {
  const { open, t, card, shown } = board;
  const page = await open();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await addedLead(page, "View GmbH", { email: "view@kunde.example", phone: "+49 40 1234" });
  await page.goto("/leads?q=view");
  await waitForHydration(card(page, "View GmbH"));
  await card(page, "View GmbH").getByRole("link", { name: "View GmbH", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: t("leads:view.title", { company: "View GmbH" }) });
  await expect(page).toHaveURL(`/leads/${id}?q=view`);
  await expect(dialog).toContainText(t("leads:status_hint.new"));
  await dialog.getByRole("button", { name: t("common:copy_field", { label: t("leads:lead.phone") }) }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("+49 40 1234");
  const history = dialog.getByRole("listitem");
  await expect(history).toHaveText([new RegExp(`${t("leads:view.event.added")} · Lea Leads`)]);

  // It stays open and shows the next step.
  await dialog.getByRole("button", { name: t("leads:lead.qualify") }).click();
  await expect(shown(page, t("leads:toast.status_updated"))).toBeVisible();
  await expect(dialog).toContainText(t("leads:status_hint.qualified"));
  await expect(history.last()).toContainText(t("leads:status.qualified"));
  await expect(dialog.getByRole("button", { name: t("leads:lead.qualify") })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL("/leads?q=view");
  await expect(dialog).toHaveCount(0);

  // From the card to the form in one click.
  await card(page, "View GmbH")
    .getByRole("link", { name: t("leads:lead.edit") })
    .click();
  await expect(page.getByRole("dialog").locator("[name=company_name]")).toHaveValue("View GmbH");
  await escape(page);

  // A lost lead opens over the archive and only allows editing.
  await page.request.post("/leads", { form: { intent: "move", lead_id: id, status: "lost" } });
  await page.goto("/leads?tab=archive&q=view");
  await page.getByRole("row").getByRole("link", { name: "View GmbH", exact: true }).click();
  await expect(page).toHaveURL(`/leads/${id}?tab=archive&q=view`);
  await expect(history.last()).toContainText(t("leads:status.lost"));
  await expect(dialog.getByRole("link", { name: t("leads:lead.lose") })).toHaveCount(0);
  await expect(dialog.getByRole("link", { name: t("leads:lead.create_deal") })).toHaveCount(0);
  await expect(dialog.getByRole("link", { name: t("leads:lead.edit") })).toBeVisible();
  await escape(page);
  await expect(page).toHaveURL("/leads?tab=archive&q=view");
  await page.goto("/search?q=view");
  await expect(page.getByRole("main").getByRole("link", { name: "View GmbH" })).toHaveAttribute(
    "href",
    `/leads/${id}?tab=archive`,
  );
  expect((await page.goto("/leads/deals"))!.status()).toBe(404);
  await page.context().close();
});

test("[LEAD-10] [LEAD-01] reports a filter that hides the added lead; a search of two letters says where it looks", async () => {
  const { open, t, shown } = board;
  const page = await open();
  await page.goto("/leads/new?q=zz");
  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=company_name]").fill("Hidden GmbH");
  await dialog.locator("[name=contact_person]").fill("Hanna");
  await dialog.locator("[name=email]").fill("hanna@hidden.example");
  await dialog.getByRole("button", { name: t("leads:add.submit") }).click();
  await expect(shown(page, t("leads:toast.added_hidden", { company: "Hidden GmbH" }))).toBeVisible();
  await expect(page).toHaveURL("/leads?q=zz");
  await expect(page.getByRole("main")).toContainText(t("common:short_words"));
  await page.goto("/search?q=zz");
  await expect(page.getByRole("main")).toContainText(t("common:short_words"));
  await page.context().close();
});

test("[LEAD-01] finds one of many affiliates by typing, with the keyboard", async () => {
  const { open, t } = board;
  const page = await open();
  const names = Array.from({ length: 13 }, (_, number) => `Partner ${String.fromCharCode(65 + number)}ü`);
  for (const [number, name] of names.entries()) {
    const form = { name, email: `many-${number}-${Date.now()}@partner.example` };
    await page.request.post("/affiliates/new", { form, maxRedirects: 0 });
  }
  await page.goto("/leads");
  const label = t("leads:filter.affiliate");
  const button = page.getByRole("button", { name: `${label}: ${t("leads:filter.all_affiliates")}` });
  await expect(button).toBeVisible();
  await expect(page.locator("select[name=affiliate]")).toBeHidden();
  await button.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: label });
  await expect(panel.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("ku");
  await expect(panel.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/leads\?affiliate=[0-9a-f-]{36}$/);
  await expect(page.getByRole("button", { name: `${label}: Partner Kü` })).toBeFocused();
  await page.goBack();
  await expect(button).toBeVisible();
  await page.context().close();
});
