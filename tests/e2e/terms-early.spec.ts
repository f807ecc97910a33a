import { expect, test } from "./support/test";
import { holdScripts } from "./support/alive";
import { openTerms } from "./support/terms";

test("[A11Y-01] the focus moves to the affiliate's row after terms are saved before hydration", async ({ browser }) => {
  const { staff: page, t, affiliate } = await openTerms(browser, "en");
  const release = await holdScripts(page);
  await page.goto(`/affiliates/${affiliate}/terms?edit=1`, { waitUntil: "commit" });
  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=rev_share_percent]").fill("20");
  await dialog.getByRole("button", { name: t("affiliates:terms.submit") }).click({ noWaitAfter: true });
  await page.waitForURL(/\/affiliates$/, { waitUntil: "commit" });
  release();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("href") ?? document.activeElement?.tagName))
    .toMatch(/terms$|^H1$/);
});
