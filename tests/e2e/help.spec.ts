import { expect, test } from "./support/test";
import { violationsOf } from "./support/axe";
import { texts } from "./support/texts";
import { ownerWindows } from "./support/windows";

// The handbook: found from a screen, and readable for everybody. Searched without scripts:
// tests/http/plain/shell.test.ts.

const run = Date.now();
const owner = {
  name: "Hanna Handbook",
  email: `hanna-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Handbook ${run}`,
};
const { signUp, open } = ownerWindows(owner);

test.beforeAll(() => signUp());

test("[WORK-17] a screen leads to its article", async ({ browser }) => {
  const { context, page, problems } = await open(browser);
  const t = await texts("en");
  await page.goto("/commissions");
  const help = page.getByRole("main").getByRole("link", { name: t("shell:help") });
  // In the header, and in the empty list.
  await expect(help).toHaveCount(2);
  await help.first().click();
  await expect(page).toHaveURL("/help/paying-affiliates");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pay your affiliates");
  expect(problems).toEqual([]);
  await context.close();
});
test("[WORK-17] [A11Y-01] the handbook has no accessibility violations and fits on a phone", async ({ browser }) => {
  const { context, page } = await open(browser, {
    storageState: { cookies: [], origins: [] },
    viewport: { width: 390, height: 844 },
  });
  for (const path of ["/help?lang=de&q=IBAN", "/help/terms?lang=de"]) {
    await page.goto(path);
    const wider = () => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await page.evaluate(wider), path).toBe(0);
    expect(await violationsOf(page, { practices: true }), path).toEqual([]);
  }
  await context.close();
});
