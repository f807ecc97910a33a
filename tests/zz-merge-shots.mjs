import { chromium } from "@playwright/test";
import { loadSetup } from "./bench/measure.mjs";
const { chromiumArgs, findBrowser } = await loadSetup("browser-setup");
const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArgs });
const step = process.argv[2];
const out = "/tmp/mshots/";
const open = async (language, width, scheme) => {
  const context = await browser.newContext({
    baseURL: "http://localhost:4103",
    locale: language,
    colorScheme: scheme,
    viewport: { width, height: width < 500 ? 844 : 800 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && console.log("console", m.text().slice(0, 300)));
  page.on("pageerror", (e) => console.log("pageerror", e.message));
  await page.goto("/auth");
  await page.locator("input[name=email]").first().fill("jana@nordlicht-media.example");
  await page.locator("input[name=password]").first().fill("finderlohn-demo");
  await page.locator("input[name=password]").first().press("Enter");
  await page.waitForURL("**/leads*");
  await page.request.post("/language", { form: { language, redirect_to: "/" }, maxRedirects: 0 });
  return page;
};
try {
  await (await import("/tmp/mshots/" + step + ".mjs")).default({ open, out });
} finally {
  await browser.close();
}
