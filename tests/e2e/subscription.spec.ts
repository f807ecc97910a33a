import { expect, test, type BrowserContext, type Page } from "./support/test";
import { violationsOf } from "./support/axe";
import { post } from "./support/api";
import { asDatabaseOwner } from "./support/owner-database";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// The subscription as an owner sees it, from the trial over Premium to its end and to a new one, with the Stripe
// simulator.

const run = Date.now();
const organization = `Abo ${run}`;
const { signUp, open } = ownerWindows({
  name: "Svea Subscribes",
  email: `svea-${run}@agency.example`,
  password: "correct horse battery",
  organization,
});
test.beforeAll(() => signUp());

/** Returns the new tab that a click opens, as Stripe's pages do. */
async function newTab(context: BrowserContext, click: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent("page"), click()]);
  await tab.waitForLoadState();
  return tab;
}

const badge = (page: Page) => page.getByRole("banner");

test("[BIL-07] [SET-01] [BIL-02] [BIL-06] an owner goes from trial over checkout, Premium, portal, cancellation and pause to a new subscription", async ({
  browser,
}) => {
  const t = await texts("en");
  const say = (key: string, values = {}) => t(`settings:subscription.${key}`, values);
  const { context, page, problems } = await open(browser);
  await visit(page, "/settings/subscription");
  await expect(badge(page)).toContainText(t("site:trial.days_left", { count: 7 }));

  await test.step("a declined card does not pay, a valid one does", async () => {
    const checkout = await newTab(context, () => page.getByRole("button", { name: say("buy_yearly") }).click());
    await expect(checkout).toHaveURL(/\/dev\/stripe\/checkout\//);
    await expect(checkout.getByText(t("site:simulation.title"))).toBeVisible();
    await checkout.getByRole("button", { name: t("site:simulation.decline") }).click();
    await expect(checkout.getByText(t("site:simulation.declined"))).toBeVisible();
    expect(await violationsOf(checkout)).toEqual([]);
    await checkout.getByRole("button", { name: t("site:simulation.pay", { price: "€108.00" }) }).click();
    await expect(checkout).toHaveURL("/subscription-success");
    await expect(checkout.getByText("Premium is active.")).toBeVisible({ timeout: 50_000 });
    await checkout.close();
  });

  await test.step("a manual refresh updates the status, and the badge says Premium", async () => {
    await visit(page, "/settings/subscription");
    await expect(badge(page)).toContainText(t("site:trial.premium"));
    await page.getByRole("button", { name: say("refresh") }).click();
    await expect(page.getByText(say("refreshed"))).toBeVisible();
    await expect(page.getByRole("button", { name: say("buy_yearly") })).toHaveCount(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step("after cancellation in the portal, the first tab is updated two seconds later", async () => {
    const portal = await newTab(context, () => page.getByRole("button", { name: say("portal") }).click());
    await portal.getByRole("button", { name: t("simulation:steps.cancel") }).click();
    await expect(portal.getByText(t("site:simulation.ends"))).toBeVisible();
    expect(await violationsOf(portal)).toEqual([]);
    await portal.getByRole("link", { name: t("site:simulation.back") }).click();
    await expect(portal).toHaveURL("/settings/subscription");
    await expect(page.getByText(say("ends"), { exact: true })).toBeVisible();
    await portal.close();
  });

  await test.step("at its end the organization is paused: all data can be read, none changed", async () => {
    const portal = await newTab(context, () => page.getByRole("button", { name: say("portal") }).click());
    await asDatabaseOwner("update organization set trial_ends_at = now() - interval '1 hour' where name = $1", [
      organization,
    ]);
    await portal.getByRole("button", { name: t("simulation:steps.run_out") }).click();
    await expect(portal.getByText(t("settings:subscription.ended"))).toBeVisible();
    await portal.close();
    await expect(async () => {
      await visit(page, "/leads/new");
      await expect(page.getByRole("region", { name: t("shell:paused.title") })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    await expect(badge(page)).toContainText(t("site:trial.expired"));
    const form = page.getByRole("dialog");
    await form.locator("[name=company_name]").fill("Alpha GmbH");
    await form.locator("[name=contact_person]").fill("Max Muster");
    await form.locator("[name=email]").fill("max@kunde.example");
    await form.locator("form button[type=submit]").click();
    await expect(form.getByRole("link", { name: t("shell:paused.plans") })).toBeVisible();
    await expect(form.locator("[name=company_name]")).toHaveValue("Alpha GmbH");
    const made = await post(page.request, "/affiliates/new", {
      name: "Ada",
      email: `ada-${run}@partner.example`,
    });
    expect(made.status()).toBe(402);
  });

  await test.step("a new subscription from the page of the plans ends the pause", async () => {
    await page.goto("/pricing");
    const checkout = await newTab(context, () => page.getByRole("button", { name: "Choose monthly" }).click());
    await checkout.getByRole("button", { name: t("site:simulation.pay", { price: "€19.00" }) }).click();
    await expect(checkout.getByText("Premium is active.")).toBeVisible({ timeout: 50_000 });
    await checkout.close();
    await visit(page, "/leads");
    await expect(page.getByRole("region", { name: t("shell:paused.title") })).toHaveCount(0);
    await expect(badge(page)).toContainText(t("site:trial.premium"));
  });
  expect(problems.filter((problem) => !problem.includes("status of 402"))).toEqual([]);
  await context.close();
});

test("[BIL-03] [PE-01] the checkout opens, is paid, and leads to the welcome without JavaScript", async ({
  browser,
}) => {
  const other = ownerWindows({
    name: "Nils Noscript",
    email: `nils-${run}@agency.example`,
    password: "correct horse battery",
    organization: `Ohne ${run}`,
  });
  await other.signUp();
  const t = await texts("en");
  const { context, page } = await other.open(browser, { javaScriptEnabled: false });
  await page.goto("/pricing");
  const checkout = await newTab(context, () => page.getByRole("button", { name: "Choose monthly" }).click());
  await checkout.getByRole("button", { name: t("site:simulation.pay", { price: "€19.00" }) }).click();
  await expect(checkout).toHaveURL("/subscription-success");
  await expect(async () => {
    await page.goto("/settings/subscription");
    await expect(badge(page)).toContainText(t("site:trial.premium"), { timeout: 1_000 });
  }).toPass();
  await context.close();
});
