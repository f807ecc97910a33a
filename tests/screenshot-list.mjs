// What npm run screenshots takes: the pictures of the landing page and of the handbook.

/** @typedef {import("@playwright/test").Page} Page */
/**
 * @typedef {object} Shot
 * @property {[number, number]} window
 * @property {[number, number]} [part] width and height of what is taken of it; else the whole
 * @property {(page: Page, t: (key: string) => string) => Locator} [at] what the part begins at, `above` it and from its
 * left
 * @property {number} [above]
 * @property {number[]} widths of the files
 * @property {true} [inPortal] as an affiliate sees it
 * @property {(page: Page, t: (key: string) => string) => Promise<void>} open
 */
/** @typedef {import("@playwright/test").Locator} Locator */

const dialog = (/** @type {Page} */ page) => page.locator("[data-route-dialog] [role=dialog]").first();
/**
 * Returns the place of a text that occurs once on the page, or in the dialog above a page.
 * @type {(key: string) => Shot["at"]}
 */
const text = (key) => (page, t) =>
  page.locator("main, [data-route-dialog] [role=dialog]").last().getByText(t(key), { exact: true }).first();

/**
 * As large as in the app, so that it is readable on a phone.
 * @type {Pick<Shot, "window" | "part" | "widths">}
 */
const phone = { window: [400, 1400], part: [400, 360], widths: [800] };

/** @type {Pick<Shot, "open" | "at">} */
const wonLead = {
  at: text("leads:view.history"),
  async open(page) {
    await go(page, "/leads?status=converted");
    await go(page, await firstLink(page, /^\/leads\/[0-9a-f-]{36}(\?|$)/));
  },
};
/** @type {Pick<Shot, "open" | "at">} */
const wonDeal = {
  at: text("leads:deal.commission"),
  async open(page) {
    await go(page, "/leads?tab=deals");
    await go(page, await firstLink(page, /^\/leads\/deals\/[0-9a-f-]{36}/));
  },
};
const openReports = (/** @type {Page} */ page) => go(page, "/reports?period=this-year");

/**
 * For the handbook: as wide as its text.
 * @type {Pick<Shot, "window" | "part" | "widths" | "above">}
 */
const screen = { window: [900, 1200], part: [837, 600], widths: [1200], above: 24 };
/** @type {Pick<Shot, "window" | "part" | "widths" | "at">} */
const inDialog = { window: [1100, 1200], part: [640, 476], widths: [1000], at: dialog };
const heading = (/** @type {Page} */ page) => page.locator("main h1").first();

/** @type {Record<string, Shot>} */
export const shots = {
  pipeline: { window: [1280, 800], widths: [1100, 1900], open: (page) => go(page, "/leads") },
  "pipeline-phone": { window: [390, 700], widths: [640], open: (page) => go(page, "/leads") },
  // As high as the whole page of a lead. The narrow one has its facts right above its history.
  tracking: { window: [640, 2200], part: [640, 470], above: 272, widths: [1000], ...wonLead },
  "tracking-phone": { ...phone, window: [400, 2400], above: 138, ...wonLead },
  rules: { window: [1100, 1400], part: [640, 470], above: 190, widths: [1000], ...wonDeal },
  "rules-phone": { ...phone, above: 140, ...wonDeal },
  reporting: {
    window: [900, 1000],
    part: [840, 600],
    above: 20,
    widths: [1200],
    open: openReports,
    at: text("reports:groups.leads"),
  },
  "reporting-phone": { ...phone, above: 24, open: openReports, at: text("leads:status.converted") },
  invite: {
    ...phone,
    at: dialog,
    async open(page) {
      await go(page, "/affiliates/new");
      await dialog(page).locator("input[name=name]").fill("Lena Hoffmann");
      await dialog(page).locator("input[name=email]").fill("lena@hoffmann-beratung.example");
    },
  },
  win: {
    ...phone,
    at: text("leads:deal.amount"),
    above: 12,
    async open(page) {
      await go(page, "/leads?status=qualified");
      await go(page, await firstLink(page, /^\/leads\/[0-9a-f-]{36}\/deal/));
      await dialog(page).locator("input[name=amount]").fill("12000");
      // The commission is calculated while the user types.
      await page.waitForTimeout(1_500);
    },
  },
  pay: {
    ...phone,
    at: (page) => dialog(page).getByText("Emily Carter").first(),
    above: 112,
    open: (page) => go(page, "/commissions/pay"),
  },
  terms: {
    ...inDialog,
    async open(page) {
      await go(page, "/affiliates");
      await go(page, await firstLink(page, /^\/affiliates\/[0-9a-f-]{36}\/terms/));
    },
  },
  end: {
    ...inDialog,
    part: [640, 940],
    async open(page) {
      await go(page, "/leads?tab=deals");
      // A recurring one, which has months.
      const row = page.locator("main tr").filter({ hasText: "×" }).first();
      const href = await row.locator("a[href^='/leads/deals/']").first().getAttribute("href");
      await go(page, `${href?.split("?")[0]}/end`);
      await dialog(page).locator("input[value=cancelled_by_customer]").check();
      await page.waitForTimeout(1_500);
    },
  },
  "run-preview": {
    ...screen,
    window: [1100, 1200],
    part: [1037, 470],
    at: text("runs:preview.proposed"),
    open: (page) => go(page, "/payouts/runs/new"),
  },
  "portal-lead": {
    ...phone,
    part: [400, 640],
    at: dialog,
    inPortal: true,
    open: (page) => go(page, "/affiliate/leads/new"),
  },
  "payout-details": { ...screen, at: heading, inPortal: true, open: (page) => go(page, "/affiliate/payout-details") },
};

/** @param {Page} page @param {string} address */
export async function go(page, address) {
  await page.goto(address);
  await page.waitForTimeout(600);
}

/** @param {Page} page @param {RegExp} pattern */
async function firstLink(page, pattern) {
  const hrefs = await page
    .locator("main a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const found = hrefs.find((href) => pattern.test(href));
  if (!found) throw new Error(`no link matches ${pattern} on ${page.url()}`);
  return found;
}
