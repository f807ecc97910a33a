import { chromium, type Page } from "@playwright/test";
import { chromiumArgs, findBrowser } from "../e2e/browser";

export { chromiumArgs, findBrowser };

export interface Look {
  /** As on a phone, with a processor and a connection that are so much slower. */
  phone?: { slowdown: number; bytesPerSecond: number; latencyMs: number };
}

/** A real browser with a page on which somebody is signed in. */
export async function openBrowser(
  address: string,
  cookie: string,
  { phone }: Look = {},
): Promise<{ page: Page; close(): Promise<void> }> {
  // Where scripts are timed, they are compiled as they are for everybody.
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
