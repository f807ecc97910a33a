import fs from "node:fs";
import { createRequire } from "node:module";
import { expect, test, type Page } from "@playwright/test";
import type Axe from "axe-core";
import { todayIn } from "../../app/domain/shared/dates";
import { newestLink } from "./support/mailbox";
import { signUpOwner } from "./support/people";
import { texts } from "./support/texts";

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const publicScreens = [
  "/",
  "/auth",
  "/auth?tab=signup",
  "/auth/forgot",
  "/auth/check-mail",
  "/pricing",
  "/affiliate/login",
  "/none",
];
const staffScreens = [
  "/leads",
  "/leads?tab=deals",
  "/leads?tab=archive",
  "/leads?status=new",
  "/leads?q=gamma&affiliate=none",
  "/leads/new",
  "/affiliates",
  "/affiliates/new",
  "/transactions",
  "/commissions",
  "/commissions?tab=planned",
  "/commissions?tab=all",
  "/search",
  "/search?q=gamma",
  "/search?q=nothing+like+this",
  "/settings/general",
  "/settings/language",
  "/settings/webhook",
  "/settings/activity",
  "/settings/subscription",
];
const portalScreens = [
  "/affiliate/dashboard",
  "/affiliate/leads",
  "/affiliate/leads?tab=deals",
  "/affiliate/leads/new",
  "/affiliate/terms",
];

/** What is wrong with a screen: axe's violations, sideways scrolling, texts that are missing. */
async function problemsOf(page: Page, path: string): Promise<string[]> {
  const problems: string[] = [];
  const listen = (text: string) => problems.push(text);
  page.on("pageerror", (error) => listen(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().includes("status of 404"))
      listen(message.text());
  });
  await page.goto(path);
  await page.waitForLoadState("load");
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3_000 })));
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      rules: { "landmark-unique": { enabled: true } },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
  problems.push(...violations);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) problems.push(`scrolls sideways by ${overflow} px`);
  const text = await page.locator("body").innerText();
  const untranslated = /\b[a-z_]+(\.[a-z_]+)+_?[a-z]*\b/g;
  for (const [key] of text.matchAll(untranslated)) {
    // Event names and addresses also look like keys.
    if (!/^(deal|lead)\.created$|example|\.(com|net|site|cool|cloud)$/.test(key))
      problems.push(`untranslated: ${key}`);
  }
  page.removeAllListeners("console");
  page.removeAllListeners("pageerror");
  return problems.map((problem) => `${path}: ${problem}`);
}

test("[A11Y-01] [I18N-02] every screen in de and en, wide and narrow, light and dark", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const t = await texts("en");
  const run = Date.now();
  const context = () => browser.newContext({ baseURL: process.env["E2E_URL"], locale: "en-US" });
  const staff = await (await context()).newPage();
  const portal = await (await context()).newPage();
  const visitor = await (await context()).newPage();
  const organization = `Screens ${run}`;
  await signUpOwner(staff, t, t, {
    name: "Sina Screens",
    email: `sina-${run}@agency.example`,
    password: "correct horse battery",
    organization,
  });

  // One of everything, so that no screen is empty.
  const post = async (page: Page, path: string, form: Record<string, string>) =>
    expect((await page.request.post(path, { form, maxRedirects: 0 })).status(), path).toBe(302);
  const email = `pia-${run}@partner.example`;
  const today = todayIn("Europe/Berlin", new Date());
  await post(staff, "/affiliates/new", { name: "Pia Partner", email });
  const affiliate = idIn(
    await (await staff.request.get("/affiliates")).text(),
    /\/affiliates\/([0-9a-f-]{36})\/terms/,
  );
  await post(staff, `/affiliates/${affiliate}/terms`, {
    affiliate_id: affiliate,
    model: "rev_share",
    rev_share_percent: "10",
    currency: "EUR",
    cadence: "monthly",
    start_date: today,
  });
  await portal.goto(await newestLink(portal, email, t("mail:invite.subject", { organization })));
  await portal.getByRole("button", { name: t("auth:link.continue") }).click();
  await expect(portal).toHaveURL("/affiliate/dashboard");
  for (const name of ["Gamma", "Delta", "Epsilon"]) {
    await post(portal, "/affiliate/leads/new", {
      company_name: `${name} Handelsgesellschaft mbH`,
      contact_person: "Dr. Anneliese Beispiel-Mustermann",
      email: `${name}@kunde.example`,
    });
  }
  const leadIds = [
    ...(await (await staff.request.get("/leads")).text()).matchAll(/\/leads\/([0-9a-f-]{36})\/deal/g),
  ];
  const [one, two, three] = [...new Set(leadIds.map((match) => match[1]!))];
  await post(staff, `/leads/${one}/deal`, {
    lead_id: one!,
    title: "Website",
    deal_type: "one-time",
    amount: "1200",
    close_date: today,
  });
  await post(staff, `/leads/${two}/deal`, {
    lead_id: two!,
    title: "Wartung",
    deal_type: "recurring",
    mrr: "99",
    contract_duration_months: "12",
    contract_start_date: today,
  });
  const deal = idIn(
    await (await staff.request.get("/leads?tab=deals")).text(),
    /name="deal_id" value="([0-9a-f-]{36})"/,
  );
  await post(staff, "/leads", { intent: "mark-paid", deal_id: deal });
  const dialogs = [
    `/leads/${three}/deal`,
    `/leads/${three}/edit`,
    `/leads/${three}`,
    `/leads/${two}`,
    `/leads/${three}/lose`,
    `/leads/deals/${deal}`,
    `/leads/deals/${deal}/edit`,
    `/affiliates/${affiliate}/terms`,
    `/affiliates/${affiliate}/invitation`,
    `/affiliates/${affiliate}/edit`,
    `/affiliates/${affiliate}/delete`,
    `/transactions/deal/${deal}/receipt`,
  ];

  const problems: string[] = [];
  for (const [language, width, scheme, chosen] of [
    ["de", 1280, "light", false],
    ["en", 390, "dark", false],
    ["en", 1280, "dark", true],
    ["de", 390, "light", true],
  ] as const) {
    // What is chosen is chosen against the system.
    const colorScheme = chosen === (scheme === "light") ? "dark" : "light";
    const theme = chosen ? scheme : "system";
    const look = async (page: Page, screens: string[]) => {
      await page.setViewportSize({ width, height: 900 });
      // Dialogs fade in otherwise; half-transparent text has no contrast to measure.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.request.post("/language", { form: { language, redirect_to: "/" }, maxRedirects: 0 });
      await page.request.post("/theme", { form: { theme, redirect_to: "/" }, maxRedirects: 0 });
      for (const screen of screens) {
        const found = await problemsOf(page, screen);
        problems.push(...found.map((problem) => `${language} ${width} ${problem}`));
        await keepPicture(page, `${language}-${width}-${scheme}-${screen}`);
      }
    };
    await Promise.all([
      look(visitor, publicScreens),
      look(staff, [...staffScreens, ...dialogs]),
      look(portal, [...portalScreens, `/affiliate/leads/deals/${deal}`]),
    ]);
  }
  expect(problems).toEqual([]);
});

function idIn(html: string, pattern: RegExp): string {
  const id = pattern.exec(html)?.[1];
  if (!id) throw new Error(`no id like ${pattern.source} in the page`);
  return id;
}

/** With SCREENSHOTS set to a folder, every screen is also kept as a picture to look at. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (!folder) return;
  const file = name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id").replace(/[^\w-]+/g, "_");
  await page.screenshot({ path: `${folder}/${file}.png` });
}
