import { chromium, type Page } from "@playwright/test";
import { chromiumArgs, findBrowser } from "../e2e/browser";

/** A real browser with a page on which somebody is signed in. */
export async function openBrowser(
  address: string,
  cookie: string,
): Promise<{ page: Page; close(): Promise<void> }> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: chromiumArgs });
  const context = await browser.newContext({ baseURL: address });
  const at = cookie.indexOf("=");
  const [name, value] = [cookie.slice(0, at), cookie.slice(at + 1)];
  await context.addCookies([{ name, value, url: address }]);
  return { page: await context.newPage(), close: () => browser.close() };
}
