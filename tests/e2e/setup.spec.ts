import { expect, test, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { waitForHydration, escape } from "./support/alive";
import { becomeOwner, invited } from "./support/api";
import { texts } from "./support/texts";
import { collectConsoleErrors } from "./support/complaints";
import { problemsIn } from "./support/problems";

// The checklist of a new organization until it is finished. Hidden before that: tests/http/plain/settings.test.ts.

const run = Date.now();

const checklist = (page: Page, t: TFunction) => page.getByRole("region", { name: t("setup:title"), exact: true });
const step = (page: Page, t: TFunction, name: string) =>
  checklist(page, t)
    .getByRole("listitem")
    .filter({ hasText: t(`setup:steps.${name}.title`) });
const doIt = (page: Page, t: TFunction, name: string) =>
  step(page, t, name).getByRole("link", {
    name: `${t(`setup:steps.${name}.action`)} ${t(`setup:steps.${name}.title`)}`,
  });

test("[ORG-01] [A11Y-01] a new organization completes the steps and reads once that the setup is finished", async ({
  browser,
}) => {
  const t = await texts("de");
  const page = await (await browser.newContext({ baseURL: process.env["E2E_URL"], locale: "de-DE" })).newPage();
  const problems = collectConsoleErrors(page);
  const organization = `Aufbau ${run}`;
  const affiliate = { name: "Lena Bauer", email: `lena-setup-${run}@partner.example` };
  const owner = { name: "Olga Owner", email: `olga-setup-${run}@agency.example`, password: "correct horse battery" };
  await becomeOwner(page.request, { ...owner, organization }, "de");
  await page.goto("/leads");
  const progress = (done: number) =>
    expect(page.getByRole("progressbar", { name: t("setup:progress", { done, total: 5 }) })).toBeVisible();
  const toLeads = () =>
    page
      .getByRole("complementary")
      .getByRole("link", { name: t("shell:nav.leads"), exact: true })
      .click();

  await test.step("the organization is done, an affiliate comes next, and nothing is announced twice", async () => {
    await progress(1);
    await expect(step(page, t, "organization")).toContainText(t("setup:done"));
    await expect(step(page, t, "organization")).toContainText("Europe/Berlin");
    await expect(step(page, t, "webhook")).toContainText(t("setup:optional"));
    await expect(step(page, t, "terms")).toContainText(t("setup:after", { step: 2 }));
    await expect(page.getByText(t("leads:pipeline.empty"), { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: t("leads:pipeline.empty_action") })).toHaveCount(0);
    expect(await problemsInLooks(page)).toEqual([]);
  });

  await test.step("the first affiliate is added", async () => {
    await doIt(page, t, "affiliate").click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[name=name]").fill(affiliate.name);
    await dialog.locator("[name=email]").fill(affiliate.email);
    await dialog.locator("form button[type=submit]").click();
    await expect(page).toHaveURL(/\/invitation$/);
    // The URL changes before the dialog opens, and only the focused dialog gets keys.
    await expect(page.getByRole("dialog", { name: affiliate.name })).toBeFocused();
    await escape(page);
    await toLeads();
    await progress(2);
    await expect(step(page, t, "terms")).toContainText(affiliate.name);
  });

  await test.step("the first terms open directly in the form", async () => {
    await doIt(page, t, "terms").click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[name=rev_share_percent]").fill("10");
    await dialog.getByRole("button", { name: t("affiliates:terms.submit") }).click();
    await expect(page).toHaveURL("/affiliates");
    await toLeads();
    await progress(3);
  });

  await test.step("the affiliate signs in", async () => {
    await doIt(page, t, "portal").click();
    await expect(page.getByRole("dialog", { name: affiliate.name })).toBeVisible();
    const partner = await invited(affiliate.email, organization, "de");
    const portal = await partner.get("/affiliate/dashboard");
    expect(portal.url()).toMatch(/\/affiliate\/dashboard$/);
    expect(await portal.text()).not.toContain("<progress");
    await partner.dispose();
    await page.goto("/leads?q=nobody");
    await expect(page.getByRole("main").getByText(t("leads:none_found.pipeline"))).toBeVisible();
    await expect(checklist(page, t)).toHaveCount(0);
    await page.goto("/leads");
    await progress(4);
  });

  await test.step("the first lead finishes the checklist, which says so and can be closed", async () => {
    await waitForHydration(doIt(page, t, "lead"));
    await doIt(page, t, "lead").click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[name=company_name]").fill("Alpha GmbH");
    await dialog.locator("[name=contact_person]").fill("Max Muster");
    await dialog.locator("[name=email]").fill("max@kunde.example");
    await dialog.locator("form button[type=submit]").click();
    const finished = page.getByRole("region", { name: t("setup:finished") });
    await expect(finished).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    expect(await problemsInLooks(page)).toEqual([]);
    await finished.getByRole("button", { name: t("setup:hide") }).click();
    await expect(finished).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.reload();
    await expect(page.getByRole("article")).toContainText("Alpha GmbH");
    await expect(finished).toHaveCount(0);
    await page.goto("/settings/general");
    await expect(page.getByRole("button", { name: t("setup:show") })).toHaveCount(0);
  });
  expect(problems).toEqual([]);
  await page.context().close();
});

const looks = [1280, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

async function problemsInLooks(page: Page): Promise<string[]> {
  const found = await problemsIn(page, looks);
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}
