import { gzipSync } from "node:zlib";
import { expect, test, type Browser, type Page } from "./support/test";
import { RETENTION_DAYS, TRIAL_DAYS } from "../../app/domain/subscriptions/subscription";
import { violationsOf } from "./support/axe";
import { texts } from "./support/texts";
import { ownerWindows } from "./support/windows";
import { isNightly } from "../support/nightly";

// The public pages: landing page, plans, and the page after the checkout. They load one small script and need none.

const run = Date.now();
const owner = {
  name: "Petra Public",
  email: `petra-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Public ${run}`,
};
const { signUp, open } = ownerWindows(owner);
const LIMIT = 40 * 1024;

test.beforeAll(() => signUp());

type Options = NonNullable<Parameters<Browser["newContext"]>[0]>;
const visitor = (options: Options = {}) => ({ storageState: { cookies: [], origins: [] }, ...options });
const phone = { viewport: { width: 390, height: 844 } };
const tooWide = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with JavaScript" : "without JavaScript";

  test(`[PUB-01] [PUB-02] [PUB-03] [PUB-04] [PUB-05] [PUB-09] [PE-01] the landing page has all its parts, ${how}`, async ({
    browser,
  }) => {
    const { context, page, problems } = await open(browser, visitor({ javaScriptEnabled }));
    await page.goto("/");
    const main = page.getByRole("main");
    for (const id of ["figures", "ways", "features", "how-it-works", "pricing", "comparison", "voices", "questions"])
      await expect(main.locator(`#${id}`), id).toBeVisible();
    await expect(main.getByRole("article")).toHaveCount(3);
    await expect(main.getByRole("listitem").filter({ has: page.getByRole("heading") })).toHaveCount(3);
    await expect(main.locator("dl")).toContainText("2M+");
    await expect(main.getByRole("table")).toContainText("5 minutes");
    await expect(main.getByRole("figure")).toHaveCount(3);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(main).toContainText(`${TRIAL_DAYS} days free`);

    await test.step("the switch changes between monthly and yearly", async () => {
      const pricing = main.locator("#pricing");
      await expect(pricing.getByRole("radio", { name: "Yearly" })).toBeChecked();
      await expect(pricing.getByText("€9", { exact: true })).toBeVisible();
      await expect(pricing.getByText("€108 per year")).toBeVisible();
      await expect(pricing.getByText("Save 20%")).toBeVisible();
      await pricing.getByText("Monthly", { exact: true }).click();
      await expect(pricing.getByText("€19", { exact: true })).toBeVisible();
      await expect(pricing.getByText("€9", { exact: true })).toBeHidden();
      await expect(pricing.getByText("2 months free")).toBeHidden();
    });
    await test.step("a click opens the answer to a question", async () => {
      const questions = main.locator("#questions details");
      await expect(questions).toHaveCount(8);
      const answer = questions.nth(1).locator("p");
      await expect(answer).toBeHidden();
      await questions.nth(1).locator("summary").click();
      await expect(answer).toContainText(`${RETENTION_DAYS} days`);
    });
    expect(problems).toEqual([]);
    await context.close();
  });

  test(`[PUB-07] [PE-01] on a phone a sheet contains the sign-in links, and nothing is too wide, ${how}`, async ({
    browser,
  }) => {
    const { context, page } = await open(browser, visitor({ javaScriptEnabled, ...phone }));
    await page.goto("/");
    // They are in the footer as well.
    const sheet = page.locator("#menu");
    const login = sheet.getByRole("link", { name: "Login", exact: true });
    const affiliates = sheet.getByRole("link", { name: "Affiliate Login" });
    await expect(login).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(login).toBeVisible();
    await expect(affiliates).toHaveAttribute("href", "/affiliate/login");
    await page.keyboard.press("Escape");
    await expect(login).toBeHidden();
    for (const path of ["/", "/pricing"]) {
      await page.goto(path);
      expect(await tooWide(page), path).toBe(0);
    }
    await context.close();
  });
}

test("[PUB-11] the page after the checkout has a welcome, a link to the leads, and a second check after 8 seconds", async ({
  browser,
}) => {
  const { context, page, problems } = await open(browser);
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000); // A busy machine does not advance it further than the test does.
  await page.goto("/subscription-success");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Premium");
  await expect(page.getByRole("link", { name: "Go to your leads" })).toHaveAttribute("href", "/leads");
  await expect(page.getByRole("status").filter({ hasText: "payment" })).toBeVisible();
  let asked = 0;
  await page.route("/subscription-success", async (route) => {
    asked++;
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/(role="status"[^>]*>)[^<]*/, "$1Premium is active."),
    });
  });
  await page.clock.runFor(7_900);
  expect(asked).toBe(0);
  await page.clock.runFor(200);
  await expect(page.getByText("Premium is active.")).toBeVisible();
  expect(asked).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
});

test("[PUB-01] the public pages load one small script, none of the app's, and nothing from other sites", async ({
  browser,
}) => {
  for (const path of ["/", "/pricing"]) {
    const { context, page, problems } = await open(browser, visitor());
    const scripts = new Map<string, number>();
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(process.env["E2E_URL"]!) && !request.url().startsWith("data:"))
        foreign.push(request.url());
    });
    page.on("response", async (response) => {
      if (response.request().resourceType() === "script")
        scripts.set(response.url(), gzipSync(await response.body()).length);
    });
    await page.goto(path, { waitUntil: "networkidle" });
    expect([...scripts.keys()].map((url) => new URL(url).pathname)).toEqual([
      expect.stringMatching(/^\/assets\/site-script-/),
    ]);
    expect([...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(LIMIT);
    const inline = await page.locator("script:not([src], [type='application/ld+json'])").count();
    expect([inline, foreign, problems]).toEqual([0, [], []]);
    await context.close();
  }
});

test("[I18N-01] [A11Y-01] language and theme change in place, and the pictures follow", async ({ browser }) => {
  const { context, page, problems } = await open(browser, visitor({ colorScheme: "light" }));
  await page.goto("/?lang=fr");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page.getByRole("banner").getByRole("link", { name: "Tarifs" })).toHaveAttribute(
    "href",
    "/pricing?lang=fr",
  );
  await page.getByRole("contentinfo").getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveURL("/");
  const picture = page.getByRole("main").getByRole("img").first();
  const shown = () => picture.evaluate((img: HTMLImageElement) => img.currentSrc);
  await expect.poll(shown).toContain("pipeline-de-light");
  await page.getByRole("contentinfo").getByRole("button", { name: "Dunkel" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect.poll(shown).toContain("pipeline-de-dark");
  expect(problems).toEqual([]);
  await context.close();
});

for (const language of ["en", "de", "fr", "es"] as const) {
  test(`[A11Y-01] [PUB-01] [I18N-02] landing page and plans have no problems in ${language}: texts, axe, widths`, async ({
    browser,
  }) => {
    const t = await texts(language);
    const looks = [
      ["dark", 390],
      ["light", 1280],
    ] as const;
    // A text that is too long shows on a phone first.
    for (const [colorScheme, width] of language === "de" || isNightly ? looks : looks.slice(0, 1)) {
      const { context, page } = await open(
        browser,
        visitor({ colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce" }),
      );
      for (const path of [`/?lang=${language}`, `/pricing?lang=${language}`]) {
        await page.goto(path);
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        await expect(page.getByRole("link", { name: t("site:nav.start_trial") }).first()).toBeVisible();
        expect(await tooWide(page), path).toBe(0);
        for (const details of await page.locator("details").all()) await details.locator("summary").click();
        // The DOM is the same in every language.
        if (language !== "de" && !isNightly) continue;
        const found = await violationsOf(page, { practices: true });
        expect(found, path).toEqual([]);
      }
      await context.close();
    }
  });
}
