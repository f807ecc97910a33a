import type { TFunction } from "i18next";
import { escape } from "./support/alive";
import { send } from "./support/api";
import { violationsOf } from "./support/axe";
import { expect, test, type Page } from "./support/test";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// What a list shows at once, and how one moves in it without a mouse.

const run = Date.now();
const owner = {
  name: "Lisa List",
  email: `lisa-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Lists ${run}`,
};
const { signUp, open } = ownerWindows(owner);
const LEADS = 14;
let t: TFunction;

test.beforeAll(async () => {
  t = await texts("en");
  await signUp(async (request) => {
    for (let number = 0; number < LEADS; number++) {
      await send(request, "/leads/new", {
        company_name: `Long Company Name ${number} GmbH & Co. KG`,
        contact_person: "Maximiliane Mustermann",
        email: `maximiliane.mustermann.${number}@long-company-name.example`,
      });
    }
  });
});

const heightsOf = (page: Page) =>
  page.locator(".list > tbody > tr").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));

test("[WORK-01] twelve rows are visible, closer ones on request, and low ones on a phone", async ({ browser }) => {
  const { context, page, problems } = await open(browser, { viewport: { width: 1280, height: 800 } });
  await visit(page, "/leads?q=long&view=list");
  const bottoms = await page
    .locator(".list > tbody > tr")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= 800).length).toBeGreaterThanOrEqual(12);
  const before = Math.max(...(await heightsOf(page)));
  const compact = page.getByRole("button", { name: t("shell:lists.compact") });
  await compact.click();
  await expect(compact).toHaveAttribute("aria-pressed", "true");
  expect(Math.max(...(await heightsOf(page)))).toBeLessThan(before);
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(Math.max(...(await heightsOf(page)))).toBeLessThanOrEqual(96);
  // The sheet of a row's actions closes with the choice.
  await page.getByRole("button", { name: /Long Company Name 13/ }).click();
  await page.getByRole("link", { name: `${t("leads:lead.lose")}: Long Company Name 13 GmbH & Co. KG` }).click();
  await expect(page).toHaveURL(/\/lose/);
  await expect(page.locator(".row-actions:popover-open")).toHaveCount(0);
  expect(problems).toEqual([]);
  await context.close();
});

test("[WORK-09] a list is worked through by keyboard alone, never while typing", async ({ browser }) => {
  const { context, page, problems } = await open(browser);
  await visit(page, "/leads?q=long&view=list");
  await page.waitForLoadState("networkidle");
  // The first of two keys from the top of the page.
  const skip = page.getByRole("link", { name: t("shell:skip_list") });
  await page.getByRole("link", { name: t("shell:skip"), exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#list")).toBeFocused();

  const rows = page.locator(".list > tbody > tr");
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1).locator(".row-link")).toBeFocused();
  await page.keyboard.press("x");
  await expect(rows.nth(1).getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("x");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Long Company Name 13");
  await escape(page);
  await expect(rows.first().locator(".row-link")).toBeFocused();
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/edit/);
  await page.getByRole("dialog").getByRole("textbox").first().focus();
  await page.keyboard.type("gtc");
  await expect(page).toHaveURL(/\/edit/);
  await page.goto("/affiliates");
  await expect(page.locator("header kbd")).toBeVisible();
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/affiliates\/new/);
  await page.goto("/affiliates");
  await expect(page.locator("header kbd")).toBeVisible();
  for (const [key, path] of [
    ["t", /transactions/],
    ["c", /commissions/],
    ["r", /reports/],
    ["s", /settings/],
    ["l", /leads/],
    ["a", /affiliates/],
  ] as const) {
    await page.keyboard.press("g");
    await page.keyboard.press(key);
    await expect(page).toHaveURL(path);
  }
  expect(problems).toEqual([]);
  await context.close();
});
