import { expect, test } from "./support/test";
import type { TFunction } from "i18next";
import { waitForIdle } from "./support/quiet";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// The settings, with JavaScript and without. One organization serves all tests of this file.

const run = Date.now();
const owner = {
  name: "Selma Settings",
  email: `selma-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Settings ${run}`,
};
const { signUp, open } = ownerWindows(owner);
let t: TFunction;

test.beforeAll(async () => {
  t = await texts("en");
  await signUp();
});

test("[ORG-06] [SET-02] the time zone is found by a part of its name; the language by its own name", async ({
  browser,
}) => {
  const { context, page, problems } = await open(browser);
  await visit(page, "/settings/general");
  const zone = page.getByRole("combobox", { name: t("settings:organization.time_zone") });
  await zone.click();
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type("new york");
  await page.keyboard.press("Enter");
  await expect(zone).toHaveText("America/New York");
  await expect(zone).toBeFocused();
  await page.getByRole("button", { name: t("settings:organization.save") }).click();
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: t("settings:organization.saved") })).toBeVisible();

  const elsewhere = await open(browser);
  await visit(page, "/settings/account");
  await page.getByRole("main").getByRole("button", { name: "Deutsch" }).click();
  await expect(page).toHaveURL("/settings/account");
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: "Sprache aktualisiert" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  expect(await page.evaluate(() => localStorage.getItem("lng"))).toBe("de");

  await test.step("[I18N-01] another device of the same user follows the profile's language", async () => {
    await elsewhere.page.goto("/settings/account?from=here");
    await expect(elsewhere.page).toHaveURL("/settings/account?from=here");
    await expect(elsewhere.page.locator("html")).toHaveAttribute("lang", "de");
    await elsewhere.page.getByRole("main").getByRole("button", { name: "English" }).click();
    await expect(elsewhere.page.locator("html")).toHaveAttribute("lang", "en");
    // The first device still has the other language: it is redirected, but not to another site.
    const path = `${process.env["E2E_URL"]}//evil.example/leads`;
    const led = await page.request.get(path, { maxRedirects: 0, headers: { "Sec-Fetch-Dest": "document" } });
    expect(led.headers()["location"]).toBe("/");
  });
  await test.step("[I18N-01] a browser that lost its cookie still knows the language", async () => {
    const visitor = await open(browser, { storageState: { cookies: [], origins: [] } });
    await visitor.page.goto("/pricing");
    await visitor.page.evaluate(() => localStorage.setItem("lng", "fr"));
    await visitor.page.reload();
    await expect(visitor.page.locator("html")).toHaveAttribute("lang", "fr");
    // A pending response would restore the cookie.
    await waitForIdle(visitor.page);
    await visitor.page.evaluate(() => localStorage.setItem("lng", "<script>alert(1)</script>"));
    await visitor.context.clearCookies();
    await visitor.page.reload();
    await expect(visitor.page.locator("html")).toHaveAttribute("lang", "en");
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });
  expect([...problems, ...elsewhere.problems]).toEqual([]);
  await context.close();
  await elsewhere.context.close();
});

test("[A11Y-01] [SET-02] a chosen theme applies immediately and is remembered", async ({ browser }) => {
  const { context, page, problems } = await open(browser, { colorScheme: "light" });
  const html = page.locator("html");
  const meta = (name: string) =>
    page.locator(`meta[name=${name}]`).evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")).join(" "));
  await visit(page, "/settings/account");
  await expect(page).toHaveTitle(new RegExp(t("settings:sections.account")));
  const main = page.getByRole("main");
  await expect(main.locator("[name=theme][value=system]")).toHaveAttribute("aria-pressed", "true");
  const light = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await meta("color-scheme")).toBe("light dark");

  const asked: string[] = [];
  page.on("request", (request) => {
    if (["document", "fetch"].includes(request.resourceType())) asked.push(request.url());
  });
  await main.locator("[name=theme][value=dark]").click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await expect(main.locator("[name=theme][value=dark]")).toHaveAttribute("aria-pressed", "true");
  await expect(main.locator("[name=theme][value=dark]")).toBeFocused();
  await expect(page.locator("body")).not.toHaveCSS("background-color", light);
  expect(asked).toEqual([]);
  expect(await meta("color-scheme")).toBe("dark");
  expect(new Set((await meta("theme-color")).split(" ")).size).toBe(1);
  const cookie = (await context.cookies()).find(({ name }) => name === "theme");
  expect(cookie).toMatchObject({ value: "dark", path: "/", sameSite: "Lax" });
  expect(Math.round((cookie!.expires - Date.now() / 1000) / 86_400)).toBe(365);

  await test.step("the server renders the next page in it, toasts follow, paper stays white", async () => {
    expect(await (await page.request.get("/pricing")).text()).toMatch(/<html[^>]* data-theme="dark"/);
    await visit(page, "/settings/general");
    await expect(html).toHaveCSS("color-scheme", "dark");
    await page.getByRole("button", { name: t("settings:organization.save") }).click();
    await expect(page.locator("[data-sonner-toaster]")).toHaveAttribute("data-sonner-theme", "dark");
    await page.emulateMedia({ media: "print" });
    await expect(html).toHaveCSS("color-scheme", "light");
    await page.emulateMedia({ media: null });
  });

  await test.step("another window applies it when it gets the focus, and can return to the system's theme", async () => {
    const other = await context.newPage();
    await visit(other, "/affiliates");
    await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
    await other.getByRole("banner").locator("summary").last().click();
    await other.getByRole("banner").locator("[name=theme][value=system]").click();
    await expect(other.locator("html")).not.toHaveAttribute("data-theme");
    await expect(other.getByRole("button", { name: t("shell:sign_out") })).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(html).not.toHaveAttribute("data-theme");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("body")).not.toHaveCSS("background-color", light);
  });
  expect(problems).toEqual([]);
  await context.close();
});

test("[A11Y-01] [SET-02] a form sets the theme without JavaScript, and returns to the page", async ({ browser }) => {
  const { context, page } = await open(browser, { javaScriptEnabled: false, colorScheme: "dark" });
  const html = page.locator("html");
  await page.goto("/pricing?from=here");
  await page
    .getByRole("contentinfo")
    .getByRole("button", { name: t("shell:theme.light") })
    .click();
  await expect(page).toHaveURL("/pricing?from=here");
  await expect(html).toHaveCSS("color-scheme", "light");
  await page.goto("/leads?tab=archive");
  await expect(html).toHaveAttribute("data-theme", "light");
  await page.getByRole("banner").locator("summary").last().click();
  await page
    .getByRole("banner")
    .getByRole("button", { name: t("shell:theme.dark") })
    .click();
  await expect(page).toHaveURL("/leads?tab=archive");
  await expect(html).toHaveAttribute("data-theme", "dark");

  for (const [form, to] of [
    [{ theme: "purple", redirect_to: "/pricing" }, "/pricing"],
    [{ theme: "light<script>", redirect_to: "//evil.example" }, "/"],
    [{ redirect_to: "/pricing" }, "/pricing"],
  ] as const) {
    const answer = await page.request.post("/theme", { form, maxRedirects: 0 });
    expect([answer.status(), answer.headers()["location"]]).toEqual([303, to]);
    expect(answer.headers()["set-cookie"] ?? "").not.toContain("theme=");
  }
  await context.addCookies([{ name: "theme", value: "<script>", url: page.url() }]);
  await page.reload();
  await expect(html).not.toHaveAttribute("data-theme");
  await context.close();
});
