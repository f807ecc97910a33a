import { expect, test } from "./support/test";
import type { TFunction } from "i18next";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// The screens with little space: narrow windows, low windows, long words.

const run = Date.now();
const owner = {
  name: "Wiebke Width",
  email: `wiebke-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Widths ${run}`,
};
const { signUp, open } = ownerWindows(owner);
let t: TFunction;

test.beforeAll(async () => {
  t = await texts("en");
  await signUp();
});

test("[A11Y-01] [ORG-02] no width and no long word moves a column out of view", async ({ browser }) => {
  const { context, page, problems } = await open(browser);
  const post = async (path: string, form: Record<string, string>) =>
    expect((await page.request.post(path, { form, maxRedirects: 0 })).status(), path).toBe(302);
  const title = "W".repeat(150);
  await post("/affiliates/new", { name: "Donaudampfschiff".repeat(6), email: `long-${run}@example.com` });
  await post("/leads/new", {
    company_name: "K".repeat(60),
    contact_person: "Ida",
    email: "ida@kunde.example",
  });
  const html = await (await page.request.get(`/leads?q=${"K".repeat(60)}`)).text();
  const lead = /\/leads\/([0-9a-f-]{36})\/deal/.exec(html)![1]!;
  await post(`/leads/${lead}/deal`, {
    lead_id: lead,
    title,
    deal_type: "one-time",
    amount: "1200",
    close_date: "2026-01-15",
  });

  const sidebar = page.locator("[data-sidebar]");
  const width = async () => (await sidebar.boundingBox())?.width;
  const beyond = () =>
    page.evaluate(() => {
      const scrollers = [document.documentElement, ...document.querySelectorAll("main [role=region]")];
      return scrollers.map((one) => one.scrollWidth - one.clientWidth).filter((by) => by > 0);
    });
  for (const [window, sidebarWidth, cells] of [
    [768, 48, ["block", "block"]],
    [1024, 48, ["table-cell", "table-cell"]],
    [1280, 256, ["table-cell", "table-cell"]],
  ] as const) {
    await page.setViewportSize({ width: window, height: 800 });
    for (const [path, cell] of [
      ["/affiliates", cells[0]],
      ["/leads?tab=deals", cells[1]],
    ] as const) {
      await page.goto(path);
      expect(await width(), `sidebar at ${window}`).toBe(sidebarWidth);
      expect(await beyond(), `${path} at ${window}`).toEqual([]);
      const named = page.locator("main tbody > tr > th[scope=row]").first();
      await expect(named).toHaveCSS("display", cell);
      await expect(page.locator("main tbody summary:visible, main tbody a:visible").last()).toBeInViewport();
    }
  }

  // The user's choice overrides the available space, and the server renders it.
  await page.setViewportSize({ width: 1024, height: 800 });
  await visit(page, "/affiliates");
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(256);
  await page.reload();
  expect(await width()).toBe(256);
  expect(await beyond()).toEqual([]);
  await expect(page.getByRole("cell").first()).toHaveCSS("display", "block");
  expect(problems).toEqual([]);
  await context.close();
});

test("[A11Y-01] a tall dialog opens at its top, and its header stays there while it scrolls", async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const viewport = { width: 1280, height: 480 };
    const { context, page } = await open(browser, { javaScriptEnabled, viewport });
    // One that destroys begins with its explanation too, although its safe button is at its end.
    await page.goto("/settings/data/delete");
    await expect(page.getByRole("alertdialog").getByRole("heading", { level: 2 })).toBeFocused();
    expect(await page.locator("[data-route-dialog]").evaluate((one) => one.scrollTop)).toBe(0);
    if (javaScriptEnabled) {
      await visit(page, "/settings/data");
      await page.locator('main a[href="/settings/data/delete"]').click();
      await expect(page.getByRole("alertdialog")).toBeFocused();
      expect(await page.locator("[data-route-dialog]").evaluate((one) => one.scrollTop)).toBe(0);
    }
    await page.goto("/leads/new");
    const dialog = page.getByRole("dialog");
    const close = dialog.getByRole("link", { name: t("common:close") });
    const layer = page.locator("[data-route-dialog]");
    await expect(dialog.getByRole("heading", { level: 2 })).toBeFocused();
    expect(await layer.evaluate((one) => one.scrollTop)).toBe(0);
    await layer.evaluate(async (one) => {
      await Promise.all(one.getAnimations({ subtree: true }).map(({ finished }) => finished));
    });
    const before = (await close.boundingBox())!;
    await layer.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    const after = (await close.boundingBox())!;
    // The space above the panel is gone, the header is not.
    expect(before.y - after.y).toBeCloseTo(33, 0);
    await expect(close).toBeInViewport();
    await context.close();
  }
});
