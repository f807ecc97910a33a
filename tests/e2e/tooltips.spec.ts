import { expect, test } from "./support/test";
import { alive, escape } from "./support/alive";
import { send } from "./support/api";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

const run = Date.now();
const { signUp, open } = ownerWindows({
  name: "Tilda Tip",
  email: `tilda-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Tips ${run}`,
});

test.beforeAll(async () => {
  await signUp(async (request) => {
    const lead = { company_name: "Tip GmbH", contact_person: "Max Muster", email: "max@kunde.example" };
    await send(request, "/leads/new", lead);
    const partner = { name: "Paula Partner", email: `paula-${run}@partner.example` };
    await send(request, "/affiliates/new", partner);
  });
});

test("[A11Y-01] whatever shows only an icon says its name to pointer and keyboard, until Escape", async ({
  browser,
}) => {
  const { context, page } = await open(browser);
  const t = await texts("en");
  const tooltip = page.locator("[data-tooltips]");
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ["/leads", "/affiliates"]) {
    await visit(page, path);
    const icons = page
      .locator("a, button, summary")
      .filter({ visible: true, has: page.locator("svg"), hasNotText: /\S/ });
    expect(await icons.count(), path).toBeGreaterThan(0);
    for (const icon of await icons.all()) {
      // What moves below a pointer that stands still tells it nothing: it comes again.
      await expect(async () => {
        await page.mouse.move(0, 0);
        await icon.hover();
        await expect(tooltip, path).toBeVisible({ timeout: 2_000 });
      }).toPass();
      const name = (await icon.getAttribute("aria-label")) ?? (await icon.innerText());
      expect(name.startsWith((await tooltip.innerText()).trim()), name).toBe(true);
    }
  }
  // By keyboard it appears at once; the pointer may go onto it; Escape closes it and leaves the dialog.
  await page.goto("/leads/new");
  const close = page.getByRole("dialog").getByRole("link", { name: t("common:close") });
  await alive(close);
  await expect(tooltip).toBeHidden();
  while (!(await close.evaluate((link) => link === document.activeElement)))
    await page.keyboard.press("Shift+Tab");
  await expect(tooltip).toHaveText(t("common:close"));
  await escape(page);
  await expect(tooltip).toBeHidden();
  await expect(page).toHaveURL("/leads/new");
  await close.hover();
  await expect(tooltip).toBeVisible();
  const box = (await tooltip.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(tooltip).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(tooltip).toBeHidden();
  await close.focus();
  await escape(page);
  await expect(page).toHaveURL("/leads");
  await context.close();
});
