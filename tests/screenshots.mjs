// npm run screenshots: starts the app with its demo data and takes the pictures of the landing page (public/site, with
// their sizes in app/components/site/pictures.json). SCREENSHOTS_URL=<URL> uses a running server.
import fs from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { loadSetup, root, temporaryDirectory } from "./bench/measure.mjs";
import { serve } from "./bench/serve.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/**
 * @typedef {object} Shot
 * @property {[number, number]} window
 * @property {[number, number]} [part] width and height of what is taken of it; else the whole
 * @property {(page: Page, t: (key: string) => string) => Locator} [at] what the part begins at, `above` it and from its
 * left
 * @property {number} [above]
 * @property {number[]} widths of the files
 * @property {(page: Page, t: (key: string) => string) => Promise<void>} open
 */
/** @typedef {import("@playwright/test").Locator} Locator */

const people = { language: ["en", "de"], scheme: /** @type {const} */ (["light", "dark"]) };
const staff = { email: "jana@nordlicht-media.example", password: "finderlohn-demo" };

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

/** @type {Record<string, Shot>} */
const shots = {
  pipeline: { window: [1280, 800], widths: [1100, 1900], open: (page) => go(page, "/leads") },
  "pipeline-phone": { window: [390, 700], widths: [640], open: (page) => go(page, "/leads") },
  tracking: { window: [1100, 1400], part: [640, 470], above: 280, widths: [1000], ...wonLead },
  "tracking-phone": { ...phone, above: 24, ...wonLead },
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
};

const FALLBACK_WIDTH = 800;
const QUALITY = { avif: 52, webp: 62 };
const folder = path.join(root, "public", "site");

/** @param {Page} page @param {string} address */
async function go(page, address) {
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

/** @param {string} address */
async function takeAll(address) {
  /** @type {typeof import("./bench/browser-setup")} */
  const { chromiumArgs, findBrowser } = await loadSetup("browser-setup");
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArgs });
  try {
    for (const language of people.language)
      for (const scheme of people.scheme) {
        const context = await browser.newContext({
          baseURL: address,
          locale: language === "de" ? "de-DE" : "en-US",
          colorScheme: scheme,
          deviceScaleFactor: 2,
          reducedMotion: "reduce",
        });
        const page = await context.newPage();
        await page.goto("/auth");
        await page.locator("input[name=email]").first().fill(staff.email);
        await page.locator("input[name=password]").first().fill(staff.password);
        await page.locator("input[name=password]").first().press("Enter");
        await page.waitForURL("**/leads");
        // The language of the profile takes precedence over the browser's.
        await page.request.post("/language", { form: { language, redirect_to: "/" }, maxRedirects: 0 });
        // Shows a toast about the change, which must not be in a picture.
        await go(page, "/affiliates");
        const t = textsOf(language);
        for (const [name, shot] of Object.entries(shots)) {
          const [width, height] = shot.window;
          await page.setViewportSize({ width, height });
          await shot.open(page, t);
          const taken = await page.screenshot({ clip: await clipOf(page, t, shot) });
          await keep(`${name}-${language}-${scheme}`, shot, taken);
          if (name === "pipeline" && language === "en" && scheme === "light") await preview(context, taken);
        }
        await context.close();
      }
  } finally {
    await browser.close();
  }
}

/** @param {Page} page @param {(key: string) => string} t @param {Shot} shot */
async function clipOf(page, t, { window: [width, height], at, above = 0, part }) {
  if (!at || !part) return { x: 0, y: 0, width, height };
  const box = await at(page, t).boundingBox();
  if (!box) throw new Error(`the picture's start was not found on ${page.url()}`);
  // From the left edge of the dialog, or of the page beside its navigation.
  const around = await page.locator("main, [data-route-dialog] [role=dialog]").last().boundingBox();
  return {
    x: Math.round(around?.x ?? 0),
    y: Math.round(box.y) - above,
    width: part[0],
    height: part[1],
  };
}

/** Returns the app's texts in a language. @param {string} language */
function textsOf(language) {
  return (/** @type {string} */ key) => {
    const [file = "", name = ""] = key.split(":");
    const texts = JSON.parse(fs.readFileSync(path.join(root, `app/i18n/${language}/${file}.json`), "utf8"));
    return String(name.split(".").reduce((value, part) => value[part], texts));
  };
}

/** @param {string} name @param {Shot} shot @param {Buffer} taken */
async function keep(name, shot, taken) {
  for (const width of shot.widths) {
    const image = sharp(taken).resize({ width });
    await image
      .clone()
      .avif({ quality: QUALITY.avif, effort: 3 })
      .toFile(path.join(folder, `${name}-${width}.avif`));
  }
  // For the few browsers without AVIF.
  const width = Math.min(...shot.widths, FALLBACK_WIDTH);
  const webp = sharp(taken).resize({ width }).webp({ quality: QUALITY.webp, effort: 6 });
  await webp.toFile(path.join(folder, `${name}.webp`));
}

/**
 * Creates the preview of links to the site: 1200 × 630, as JPEG, which every reader supports.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {Buffer} taken
 */
async function preview(context, taken) {
  const page = await context.newPage();
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.goto("/");
  const picture = `data:image/png;base64,${taken.toString("base64")}`;
  const title = await page.locator("h1").textContent();
  const logo = await page
    .getByRole("banner")
    .locator("svg")
    .first()
    .evaluate((svg) => svg.outerHTML);
  await page.evaluate(
    ([title, logo, picture]) => {
      document.body.innerHTML = `<div style="width:1200px;height:630px;overflow:hidden;background:#f3f7f4;font-size:16px">
        <div style="display:flex;align-items:center;gap:12px;padding:44px 64px 0;font-size:28px;font-weight:600"><span style="zoom:1.6;display:flex">${logo}</span>Finderlohn</div>
        <div style="padding:20px 64px 0;font-size:52px;line-height:1.12;font-weight:600;letter-spacing:-0.02em;max-width:1000px">${title}</div>
        <img src="${picture}" style="display:block;margin:36px 64px 0;width:1072px;border:1px solid #ddd;border-radius:12px">
      </div>`;
    },
    [title ?? "", logo, picture],
  );
  await page.waitForTimeout(500);
  const shot = await page.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 630 } });
  await sharp(shot)
    .resize({ width: 1200 })
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(path.join(folder, "preview.jpg"));
  await page.close();
}

function writeSizes() {
  const sizes = Object.entries(shots).map(([name, { window, part, widths }]) => {
    const [width, height] = part ?? window;
    return [name, { width, height, widths }];
  });
  const lines = sizes.map(([name, size]) => `  ${JSON.stringify(name)}: ${JSON.stringify(size)}`);
  fs.writeFileSync(path.join(root, "app/components/site/pictures.json"), `{\n${lines.join(",\n")}\n}\n`);
}

const running = process.env.SCREENSHOTS_URL;
const home = temporaryDirectory();
const server = running
  ? undefined
  : await serve(["cli/bin.mjs", "start"], { APP_MODE: "demo", DATA_DIR: path.join(home, "data") }, "/readyz");
try {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  await takeAll(running ?? server?.address ?? "");
  writeSizes();
} finally {
  await server?.stop();
  fs.rmSync(home, { recursive: true, force: true });
}
const bytes = fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
console.log(`public/site: ${fs.readdirSync(folder).length} files, ${Math.round(bytes / 1024)} KiB`);
