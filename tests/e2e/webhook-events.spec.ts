import { becomeOwner } from "./support/api";
import { expect, test } from "./support/test";

test("[SET-03] the events of a webhook are chosen one by one, without JavaScript too", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env["E2E_URL"], javaScriptEnabled: false });
  await becomeOwner(context.request, {
    name: "Rosa Regel",
    email: `hooks-${Date.now()}@agency.example`,
    password: "correct horse battery",
    organization: "Nordlicht Media",
  });
  const page = await context.newPage();
  await page.goto("/settings/webhook");
  await expect(page.getByRole("group", { name: "Trigger events" })).toBeVisible();
  await page.locator("[name=webhook_url]").fill("https://webhook.site/x");
  for (const box of await page.locator("[name=webhook_events]").all()) await box.uncheck();
  await page.getByRole("button", { name: "Save webhook" }).click();
  await expect(page.getByText("Choose at least one event").first()).toBeVisible();
  for (const value of ["deal.paid", "lead.lost"]) await page.locator(`[value="${value}"]`).check();
  await page.getByRole("button", { name: "Save webhook" }).click();
  await page.goto("/settings/webhook");
  const checked = page.locator("[name=webhook_events]:checked");
  await expect(checked).toHaveCount(2);
  await expect(checked.nth(0)).toHaveValue("deal.paid");
  await expect(checked.nth(1)).toHaveValue("lead.lost");
  await context.close();
});
