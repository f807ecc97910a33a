// P12: the time until the first view of the leads is visible and interactive on a slow phone.
import { atMost, loadSetup, median } from "./measure.mjs";

const ROUNDS = 3;
/** Four times slower than this machine, 400 kbit/s. */
const phone = { slowdown: 4, bytesPerSecond: 50_000, latencyMs: 100 };

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {Promise<import("./run.mjs").Row[]>}
 */
export async function measureFirstView(shared) {
  const org = await shared.org("cards");
  const { address } = await shared.server();
  /** @type {typeof import("./browser-setup")} */
  const { openBrowser } = await loadSetup("browser-setup");
  /** @type {{ visible: number, interactive: number, kibibytes: number }[]} */
  const views = [];
  while (views.length < ROUNDS) {
    const { page, close } = await openBrowser(address, org.cookies.staff, { phone });
    try {
      await page.goto("/leads", { waitUntil: "commit" });
      // Whether React has hydrated the page.
      const alive = await page.waitForFunction(() => {
        const main = document.querySelector("main");
        return main && Object.keys(main).some((key) => key.startsWith("__reactProps")) && performance.now();
      });
      const interactive = Number(await alive.jsonValue());
      await page.waitForLoadState("networkidle");
      const { visible, bytes } = await page.evaluate(async () => {
        const painted = await new Promise((/** @type {(entries: PerformanceEntryList) => void} */ resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({
            type: "largest-contentful-paint",
            buffered: true,
          }),
        );
        const scripts = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource")).filter(
          ({ name }) => name.endsWith(".js"),
        );
        return {
          visible: painted.at(-1)?.startTime ?? NaN,
          bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        };
      });
      views.push({ visible, interactive, kibibytes: bytes / 1024 });
    } finally {
      await close();
    }
  }
  const middle = (/** @type {keyof (typeof views)[0]} */ key) => median(views.map((view) => view[key]));
  return [
    atMost("P12 leads on a slow phone: visible", middle("visible") / 1000, 2.5, "s"),
    atMost("P12 leads on a slow phone: interactive", middle("interactive") / 1000, 8, "s"),
    atMost("P12 script of the leads, as sent", middle("kibibytes"), 200, "KiB"),
  ];
}
