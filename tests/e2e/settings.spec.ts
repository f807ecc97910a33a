import { expect, test } from "@playwright/test";
import type { TFunction } from "i18next";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// The settings, with JavaScript and without. One organisation serves all tests of this file.

const run = Date.now();
const owner = {
  name: "Selma Settings",
  email: `selma-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Settings ${run}`,
};
const { signUp, open } = ownerWindows(owner);
let t: TFunction;

test.beforeAll(async ({ browser }) => {
  t = await texts("en");
  await signUp(browser);
});

test("[ORG-06] [SET-04] without JavaScript: the sections are pages, what is typed is kept, the log tells", async ({
  browser,
}) => {
  const { context, page } = await open(browser, { javaScriptEnabled: false });
  await page.goto("/settings");
  await expect(page).toHaveURL("/settings/general");
  await page.locator("[name=time_zone]").selectOption("Asia/Tokyo");
  await page.locator("[name=default_currency]").fill("E");
  await page.getByRole("button", { name: t("settings:organization.save") }).click();
  await expect(page.locator("[name=time_zone]")).toHaveValue("Asia/Tokyo");
  await expect(page.locator("[name=default_currency]")).toHaveAttribute("aria-invalid", "true");
  await page.locator("[name=default_currency]").fill("chf");
  await page.getByRole("button", { name: t("settings:organization.save") }).click();
  await expect(page.locator("[role=status]")).toContainText(t("settings:organization.saved"));
  await expect(page.locator("[name=default_currency]")).toHaveValue("CHF");
  await page.getByRole("link", { name: t("settings:sections.activity"), exact: true }).click();
  const entry = page.getByRole("row").filter({ hasText: "Asia/Tokyo" });
  await expect(entry).toContainText(t("settings:activity.actions.organization_edit"));
  await expect(entry).toContainText(owner.name);
  await context.close();
});

test("[ORG-06] [SET-02] the time zone is found by a part of its name; the language by its own", async ({
  browser,
}) => {
  const { context, page, problems } = await open(browser);
  await visit(page, "/settings/general");
  const zone = page.getByRole("combobox", { name: t("settings:organization.time_zone") });
  await zone.click();
  await page.keyboard.type("new york");
  await page.keyboard.press("Enter");
  await expect(zone).toHaveText("America/New York");
  await expect(zone).toBeFocused();
  await page.getByRole("button", { name: t("settings:organization.save") }).click();
  await expect(page.locator("[data-sonner-toast]")).toContainText(t("settings:organization.saved"));

  const elsewhere = await open(browser);
  await visit(page, "/settings/language");
  await page.getByRole("main").getByRole("button", { name: "Deutsch" }).click();
  await expect(page).toHaveURL("/settings/language");
  await expect(page.locator("[data-sonner-toast]")).toContainText("Sprache aktualisiert");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  expect(await page.evaluate(() => localStorage.getItem("lng"))).toBe("de");

  await test.step("[I18N-01] another device of the same person follows the profile", async () => {
    await elsewhere.page.goto("/settings/language?from=here");
    await expect(elsewhere.page).toHaveURL("/settings/language?from=here");
    await expect(elsewhere.page.locator("html")).toHaveAttribute("lang", "de");
    await elsewhere.page.getByRole("main").getByRole("button", { name: "English" }).click();
    await expect(elsewhere.page.locator("html")).toHaveAttribute("lang", "en");
  });
  await test.step("[I18N-01] a browser whose cookie got lost still knows the language", async () => {
    const visitor = await open(browser, { storageState: { cookies: [], origins: [] } });
    await visitor.page.goto("/pricing");
    await visitor.page.evaluate(() => localStorage.setItem("lng", "fr"));
    await visitor.page.reload();
    await expect(visitor.page.locator("html")).toHaveAttribute("lang", "fr");
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
