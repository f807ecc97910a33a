import { expect, test } from "./support/test";
import type { TFunction } from "i18next";
import { escape } from "./support/alive";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// Input before the command menu is loaded.

const run = Date.now();
const { signUp, open } = ownerWindows({
  name: "Elsa Eilig",
  email: `elsa-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Eilig ${run}`,
});
let t: TFunction;

test.beforeAll(async () => {
  t = await texts("en");
  await signUp();
});

test("[ORG-04] the command menu's field has the letters typed while it was loading", async ({ browser }) => {
  const { context, page } = await open(browser);
  let arrive = () => {};
  const wait = async () => {
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route("**/assets/tools-*.js", async (route) => {
      await arrived;
      await route.continue();
    });
    await visit(page, "/affiliates");
  };
  const menu = page.getByRole("dialog", { name: t("shell:search.menu") });
  const field = menu.getByRole("combobox");

  // "/" and "?" are letters there, and open nothing else.
  await wait();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("mullr?");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("er /");
  await expect(menu).toBeHidden();
  arrive();
  await expect(field).toHaveValue("muller /");
  await page.keyboard.type("x");
  await expect(field).toHaveValue("muller /x");
  await escape(page);

  // From the field of the top bar: its first letter and those after it.
  await page.reload();
  await wait();
  await page.getByRole("banner").getByRole("searchbox").focus();
  await page.keyboard.type("muller");
  arrive();
  await expect(field).toHaveValue("muller");
  await escape(page);

  // Enter before the menu is loaded opens the page with the results; Escape cancels opening.
  await wait();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zoe partner");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=zoe+partner");
  await wait();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zoe");
  await escape(page);
  arrive();
  await page.waitForLoadState("networkidle");
  await expect(menu).toBeHidden();
  await context.close();
});
