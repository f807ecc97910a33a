import { expect, test, type Locator } from "./support/test";
import type { TFunction } from "i18next";
import { waitForHydration, escape } from "./support/alive";
import { send } from "./support/api";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// The shell around the staff screens and its search. One organization serves all tests of this file.

const run = Date.now();
const owner = {
  name: "Sören Shell",
  email: `soeren-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Shell ${run}`,
};
const company = `Müller Metallbau ${run}`;
const { signUp, open } = ownerWindows(owner);
let t: TFunction;

test.beforeAll(async () => {
  t = await texts("en");
  await signUp(async (request) => {
    for (const [path, form] of [
      ["/affiliates/new", { name: `Zoë Partner ${run}`, email: `zoe-${run}@partner.example` }],
      ["/leads/new", { company_name: company, contact_person: "Max Muster", email: "max@kunde.example" }],
    ] as const) {
      await send(request, path, form);
    }
  });
});

/** Types without a pause between the keys, however busy the machine is. */
async function typeAtOnce(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, typed) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
    for (let end = 1; end <= typed.length; end++) {
      set!.call(element, typed.slice(0, end));
      element.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  }, text);
}

test("[ORG-04] the command menu finds, opens and returns the focus by keyboard", async ({ browser }) => {
  const { context, page, problems } = await open(browser);
  await visit(page, "/affiliates");
  const menu = page.getByRole("dialog", { name: t("shell:search.menu") });
  const field = menu.getByRole("combobox");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/search.data")) asked.push(new URL(request.url()).searchParams.get("q")!);
  });

  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await expect(menu.getByRole("option", { name: t("shell:commands.lead_add") })).toBeVisible();
  // It sends a request in pauses, not per key: typing without a pause causes one request.
  await typeAtOnce(field, "muller metal");
  await expect(menu.getByRole("option", { name: company })).toHaveAttribute("aria-selected", "true");
  expect(asked).toEqual(["muller metal"]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}$/);
  await expect(menu).toBeHidden();

  await visit(page, "/affiliates");
  const top = page.getByRole("banner").getByRole("searchbox");
  await top.focus();
  await page.keyboard.type("z");
  await expect(field).toBeFocused();
  await field.fill("zoe partner");
  await expect(menu.getByRole("option", { name: `Zoë Partner ${run}` })).toBeVisible();
  // Without matches there is only the sentence that says so.
  await field.fill("xqzwyk");
  await expect(menu.getByRole("status")).toContainText(t("shell:search.none", { query: "xqzwyk" }));
  await expect(menu.getByRole("listbox")).toBeHidden();
  await escape(page);
  await expect(menu).toBeHidden();
  await expect(top).toBeFocused();
  await expect(top).toHaveValue("");

  await page.keyboard.press("Control+k");
  await field.fill("webhook");
  await expect(menu.getByRole("option").first()).toContainText(t("shell:commands.webhook"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/settings/webhook");
  expect(problems).toEqual([]);
  await context.close();
});

test("[ORG-04] a failed search leaves the page as it is", async ({ browser }) => {
  const { context, page } = await open(browser);
  await visit(page, "/affiliates");
  await page.route("**/search.data*", (route) => route.abort());
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: t("shell:search.menu") });
  await menu.getByRole("combobox").fill("muller");
  await expect(menu.getByRole("status")).toContainText(t("shell:search.failed"));
  await escape(page);
  await expect(page.getByRole("heading", { level: 1, name: t("affiliates:title") })).toBeVisible();
  await context.close();
});

test("[ORG-04] single keys open search and shortcuts, except while typing, and can be disabled", async ({
  browser,
}) => {
  const { context, page, problems } = await open(browser);
  await visit(page, "/affiliates");
  const menu = page.getByRole("dialog", { name: t("shell:search.menu") });
  const help = page.getByRole("dialog", { name: t("shortcuts:title") });
  await page.keyboard.press("/");
  await expect(menu.getByRole("combobox")).toBeFocused();
  await escape(page);
  // While the menu is open, nothing behind it can have the focus.
  await expect(menu).toBeHidden();
  await page.getByRole("main").getByRole("searchbox").focus();
  await page.keyboard.type("/?");
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("/?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The filter applies after a pause. As a navigation it would take the place of the choice below.
  await expect(page).toHaveURL("/affiliates?q=%2F%3F");

  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  // The choice is kept with the account, so it is sent first.
  await Promise.all([page.waitForResponse(/appearance/), help.getByRole("checkbox").click()]);
  await expect(help.getByRole("checkbox")).not.toBeChecked();
  await escape(page);
  await page.reload();
  await expect(page.locator("header kbd")).toBeVisible();
  await page.keyboard.press("?");
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("banner").locator("summary").last().click();
  await page.getByRole("button", { name: t("shell:commands.shortcuts") }).click();
  await expect(help.getByRole("checkbox")).not.toBeChecked();
  expect(problems).toEqual([]);
  await context.close();
});

test("[ORG-02] the sidebar has sizes, a cookie, a shortcut, active entries, and a sheet on phones", async ({
  browser,
}) => {
  const { context, page, problems } = await open(browser);
  await visit(page, "/leads?tab=archive");
  const sidebar = page.locator("[data-sidebar]");
  const width = async () => (await sidebar.boundingBox())?.width;
  const active = () =>
    sidebar
      .locator("[aria-current=page]")
      .evaluateAll((links) =>
        links.map((link) => link.getAttribute("href")).filter((href) => /^\/[a-z]+$/.test(href ?? "")),
      );
  expect(await active()).toEqual(["/leads"]);
  expect(await width()).toBe(256);
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(48);
  const cookie = (await context.cookies()).find(({ name }) => name === "sidebar_state");
  const days = (cookie!.expires - Date.now() / 1000) / 86_400;
  expect([cookie!.value, Math.round(days)]).toEqual(["collapsed", 7]);
  await page.goto("/settings/webhook");
  await expect(sidebar).toHaveAttribute("data-sidebar", "collapsed");
  expect(await active()).toEqual(["/settings"]);
  await page.goto("/leads/new");
  // Exactly /leads only: a dialog above it has another address.
  expect(await active()).toEqual([]);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/affiliates");
  const opener = page.getByRole("button", { name: t("shell:open_menu") });
  const sheet = page.getByRole("dialog", { name: t("shell:menu"), exact: true });
  const closer = sheet.getByRole("button", { name: t("shell:close_menu") });
  await waitForHydration(opener);
  await opener.click();
  await expect.poll(async () => (await sidebar.boundingBox())?.x).toBe(0);
  expect(await width()).toBe(288);
  await expect(sheet).toHaveAttribute("aria-modal", "true");
  await expect(closer).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sidebar).toBeHidden();
  await expect(opener).toBeFocused();
  for (const key of ["Control+b", "Control+b"]) await page.keyboard.press(key);
  await expect(opener).toBeFocused();
  await opener.press("Enter");
  await closer.press("Enter");
  await expect(opener).toBeFocused();
  // A click beside it.
  await opener.click();
  await expect(closer).toBeFocused();
  await page.mouse.click(380, 700);
  await expect(opener).toBeFocused();
  await opener.click();
  await sidebar.getByRole("link", { name: t("shell:nav.settings") }).click();
  await expect(page).toHaveURL("/settings/general");
  await expect(sidebar).toBeHidden();
  await expect(opener).toBeFocused();
  expect(problems).toEqual([]);
  await context.close();
});

test("[A11Y-01] [PE-01] the phone's menu has a name, takes the focus and returns it without JavaScript", async ({
  browser,
}) => {
  const phone = { viewport: { width: 390, height: 800 }, javaScriptEnabled: false };
  for (const [path, role, options] of [
    ["/affiliates", "complementary", {}],
    ["/", "dialog", { storageState: { cookies: [], origins: [] } }],
  ] as const) {
    const { context, page } = await open(browser, { ...phone, ...options } as typeof phone);
    await page.goto(path);
    const opener = page.getByRole("button", { name: t("shell:open_menu") });
    const menu = page.getByRole(role, { name: t("shell:menu"), exact: true });
    await opener.press("Enter");
    await expect(menu.getByRole("button", { name: t("shell:close_menu") })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await context.close();
  }
});

test("[AUTH-09] entering the staff screens shows a full-screen spinner, navigating within them does not", async ({
  browser,
}) => {
  const { context, page } = await open(browser);
  // From a page of the app, because the public pages are loaded without its scripts.
  await page.goto("/none");
  const home = page.getByRole("main").getByRole("link");
  await waitForHydration(home);
  await home.click();
  await expect(page).toHaveURL("/");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/leads.data*", async (route) => {
    await held;
    await route.continue();
  });
  const spinner = page.getByRole("status").filter({ hasText: t("common:loading") });
  const entrance = page.getByRole("banner").getByRole("link", { name: t("site:nav.dashboard") });
  await waitForHydration(entrance);
  await entrance.click();
  await expect(spinner).toBeVisible();
  expect(await spinner.boundingBox()).toMatchObject({ x: 0, y: 0 });
  await expect(page).toHaveURL("/");
  release();
  await expect(page).toHaveURL("/leads");
  await expect(spinner).toHaveCount(0);

  let releaseWithin = () => {};
  const heldWithin = new Promise<void>((resolve) => (releaseWithin = resolve));
  await page.route("**/transactions.data*", async (route) => {
    await heldWithin;
    await route.continue();
  });
  await page.getByRole("link", { name: t("shell:nav.transactions") }).click();
  await expect(page.locator(".animate-progress")).toBeAttached();
  await expect(spinner).toHaveCount(0);
  releaseWithin();
  await expect(page).toHaveURL("/transactions");
  await context.close();
});
