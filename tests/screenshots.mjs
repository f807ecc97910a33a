// npm run screenshots: starts the app with its demo data and takes the pictures of the landing page and the handbook
// (public/site, with their sizes in app/paths/pictures.json). SCREENSHOTS_URL=<URL> uses a running server.
// `npm run screenshots -- terms end` takes only these pictures.
import fs from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { loadSetup, root, temporaryDirectory } from "./bench/measure.mjs";
import { serve } from "./bench/serve.mjs";
import { go, shots } from "./screenshot-list.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("./screenshot-list.mjs").Shot} Shot */

const people = { language: ["en", "de"], scheme: /** @type {const} */ (["light", "dark"]) };
const staff = { email: "jana@nordlicht-media.example", password: "finderlohn-demo" };
const affiliate = "miriam@vogel-beratung.example";

const wanted = process.argv.slice(2);
const isWanted = (/** @type {string} */ name) => wanted.length === 0 || wanted.includes(name);

/** How long an email may take, in seconds. */
const PATIENCE = 30;
const FALLBACK_WIDTH = 800;
const QUALITY = { avif: 52, webp: 62 };
const folder = path.join(root, "public", "site");

/** @param {string} address */
async function takeAll(address) {
  /** @type {typeof import("./bench/browser-setup")} */
  const { chromiumArgs, findBrowser } = await loadSetup("browser-setup");
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArgs });
  try {
    const hasPortal = Object.entries(shots).some(([name, one]) => one.inPortal && isWanted(name));
    const portal = hasPortal ? await portalSession(browser, address) : undefined;
    for (const language of people.language)
      for (const scheme of people.scheme)
        for (const inPortal of [false, true]) {
          const own = Object.entries(shots).filter(
            ([name, one]) => Boolean(one.inPortal) === inPortal && isWanted(name),
          );
          if (own.length === 0) continue;
          const context = await browser.newContext({
            ...(inPortal && portal && { storageState: portal }),
            baseURL: address,
            locale: language === "de" ? "de-DE" : "en-US",
            colorScheme: scheme,
            deviceScaleFactor: 2,
            reducedMotion: "reduce",
          });
          const page = await context.newPage();
          if (!inPortal) await signInStaff(page);
          // The language of the profile takes precedence over the browser's.
          await page.request.post("/language", { form: { language, redirect_to: "/" }, maxRedirects: 0 });
          // Shows a toast about the change, which must not be in a picture.
          await go(page, inPortal ? "/affiliate/settings" : "/affiliates");
          const t = textsOf(language);
          for (const [name, shot] of own) {
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

/** @param {Page} page */
async function signInStaff(page) {
  await page.goto("/auth");
  await page.locator("input[name=email]").first().fill(staff.email);
  await page.locator("input[name=password]").first().fill(staff.password);
  await page.locator("input[name=password]").first().press("Enter");
  await page.waitForURL("**/leads");
}

/**
 * Signs in an affiliate with the emailed link, once for all pictures, because only a few links are sent at a time.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address
 */
async function portalSession(browser, address) {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  await page.goto("/affiliate/login");
  await page.locator("input[name=email]").first().fill(affiliate);
  await page.locator("input[name=email]").first().press("Enter");
  let link;
  for (let second = 0; second < PATIENCE && !link; second++) {
    await page.waitForTimeout(1_000);
    await page.goto("/dev/mailbox");
    link = /http:\/\/[^"\s<]+\/link\/[\w-]+/.exec(await page.content())?.[0];
  }
  if (!link) throw new Error("the email with the sign-in link was not found");
  await page.goto(new URL(link).pathname);
  await page.locator("main form button").first().click();
  await page.waitForURL("**/affiliate/dashboard");
  const state = await context.storageState();
  await context.close();
  return state;
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
  fs.writeFileSync(path.join(root, "app/paths/pictures.json"), `{\n${lines.join(",\n")}\n}\n`);
}

const running = process.env.SCREENSHOTS_URL;
const home = temporaryDirectory();
const server = running
  ? undefined
  : await serve(["cli/bin.mjs", "start"], { APP_MODE: "demo", DATA_DIR: path.join(home, "data") }, "/readyz");
try {
  if (wanted.length === 0) fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  await takeAll(running ?? server?.address ?? "");
  writeSizes();
} finally {
  await server?.stop();
  fs.rmSync(home, { recursive: true, force: true });
}
const bytes = fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
console.log(`public/site: ${fs.readdirSync(folder).length} files, ${Math.round(bytes / 1024)} KiB`);
