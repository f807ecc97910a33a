import { expect, test, type Page } from "./support/test";
import { waitForHydration } from "./support/alive";
import { texts } from "./support/texts";
import { ownerWindows } from "./support/windows";

// The message of an action appears once, in its own window, whatever else loads meanwhile (API-05).

const run = Date.now();
const windows = ownerWindows({
  name: "Tom",
  email: `tom-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Toasts ${run}`,
});

test.beforeAll(() => windows.signUp());

/** Blocks the loads of a page before they are sent until `release`. */
async function holdLoads(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let begun = () => {};
  const held = new Promise<void>((resolve) => (begun = resolve));
  await page.route(
    ({ pathname }) => pathname.endsWith("/leads.data"),
    async (route) => {
      begun();
      await released;
      // The page may have dropped the load.
      await route.continue().catch(() => {});
    },
  );
  return { held, release };
}

async function addLead(page: Page, button: string, company: string) {
  await page.goto("/leads/new");
  const add = page.getByRole("button", { name: button });
  await waitForHydration(add);
  await page.locator("[name=company_name]").fill(company);
  await page.locator("[name=contact_person]").fill("Max Muster");
  await page.locator("[name=email]").fill("max@kunde.example");
  await add.click();
}

test("[API-05] a toast appears in the window of its action, not in another one that loads first", async ({
  browser,
}) => {
  const t = await texts("en");
  const { context, page } = await windows.open(browser);
  const other = await context.newPage();
  await other.goto("/leads");
  await expect(other.locator("html")).toHaveAttribute("data-live", "joined");
  const [own, live] = [await holdLoads(page), await holdLoads(other)];
  await addLead(page, t("leads:add.submit"), "Alpha GmbH");
  await Promise.all([own.held, live.held]);
  live.release();
  await expect(other.getByText("Alpha GmbH").first()).toBeVisible();
  own.release();
  const toast = t("leads:toast.added");
  await expect(page.getByText(toast)).toBeVisible();
  await expect(other.getByText(toast)).toHaveCount(0);

  // It is shown once: neither the same window nor a new one shows it again.
  await page.reload();
  await other.goto("/leads");
  for (const one of [page, other]) {
    await expect(one.locator("html")).toHaveAttribute("data-live", "joined");
    await expect(one.getByText(toast)).toHaveCount(0);
  }
  await context.close();
});

test("[ORG-06] a toast is not lost when its page is left before it has loaded", async ({ browser }) => {
  const t = await texts("en");
  const { context, page } = await windows.open(browser);
  // The server has responded, but the load does not reach the page.
  let answered = () => {};
  const held = new Promise<void>((resolve) => (answered = resolve));
  await page.goto("/settings/general");
  const save = page.getByRole("button", { name: t("settings:organization.save") });
  await waitForHydration(save);
  const loads = ({ pathname }: URL) => pathname.endsWith("/settings/general.data");
  await page.route(loads, async (route) => {
    if (route.request().method() === "POST") return route.fallback();
    await route.fetch();
    answered();
  });
  await page.locator("[name=organization_name]").fill(`Toasted ${run}`);
  await save.click();
  await held;
  await page.getByRole("link", { name: t("shell:nav.affiliates") }).click();
  await expect(page).toHaveURL("/affiliates");
  await expect(page.getByText(t("settings:organization.saved"))).toBeVisible();
  await context.close();
});
