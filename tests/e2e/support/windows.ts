import { expect, type APIRequestContext, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { becomeOwner, stranger, type Owner } from "./api";
import { collectConsoleErrors } from "./complaints";

type Options = NonNullable<Parameters<Browser["newContext"]>[0]>;

const usual = () => ({ baseURL: process.env["E2E_URL"], locale: "en-US" }) satisfies Options;

/** Signs up an owner once, lets `prepare` fill the organization, and opens windows in which they are signed in. */
export function ownerWindows(owner: Owner) {
  let signedIn: Awaited<ReturnType<BrowserContext["storageState"]>>;
  return {
    async signUp(prepare: (request: APIRequestContext) => Promise<void> = async () => {}) {
      const request = await stranger();
      await becomeOwner(request, owner);
      await prepare(request);
      signedIn = await request.storageState();
      await request.dispose();
    },
    /** Opens a window, and collects its errors. */
    async open(browser: Browser, options: Options = {}) {
      const context = await browser.newContext({ ...usual(), storageState: signedIn, ...options });
      const page = await context.newPage();
      return { context, page, problems: collectConsoleErrors(page) };
    },
  };
}

/** Opens a staff screen and waits until it handles keys. */
export async function visit(page: Page, path: string) {
  await page.goto(path);
  await expect(page.locator("header kbd")).toBeVisible();
}
