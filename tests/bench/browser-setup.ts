import { chromium, type Page } from "@playwright/test";
import { chromiumArgs, findBrowser } from "../e2e/browser";

export { chromiumArgs, findBrowser };

export interface Look {
  /** Simulates a phone with slower CPU and connection. */
  phone?: { slowdown: number; bytesPerSecond: number; latencyMs: number };
}

/** Opens a real browser with a page of a signed-in user. */
export async function openBrowser(
  address: string,
  cookie: string,
  { phone }: Look = {},
): Promise<{ page: Page; close(): Promise<void> }> {
  // Scripts are timed with the default compiler flags.
  const args = phone ? chromiumArgs.filter((arg) => !arg.startsWith("--js-flags")) : chromiumArgs;
  const browser = await chromium.launch({ executablePath: await findBrowser(), args });
  const context = await browser.newContext({
    baseURL: address,
    ...(phone && { viewport: { width: 390, height: 844 } }),
  });
  const at = cookie.indexOf("=");
  const [name, value] = [cookie.slice(0, at), cookie.slice(at + 1)];
  await context.addCookies([{ name, value, url: address }]);
  const page = await context.newPage();
  if (phone) {
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: phone.slowdown });
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: phone.latencyMs,
      downloadThroughput: phone.bytesPerSecond,
      uploadThroughput: phone.bytesPerSecond,
    });
  }
  return { page, close: () => browser.close() };
}
