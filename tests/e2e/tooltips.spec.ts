import { expect, test } from "./support/test";
import { waitForHydration, escape } from "./support/alive";
import { send } from "./support/api";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

const run = Date.now();
const owner = {
  name: "Tilda Tip",
  email: `tilda-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Tips ${run}`,
};
const { signUp, open } = ownerWindows(owner);

test.beforeAll(async () => {
  await signUp(async (request) => {
    const lead = { company_name: "Tip GmbH", contact_person: "Max Muster", email: "max@kunde.example" };
    await send(request, "/leads/new", lead);
    const partner = { name: "Paula Partner", email: `paula-${run}@partner.example` };
    await send(request, "/affiliates/new", partner);
  });
});

test("[A11Y-01] an icon-only control shows its name to pointer and keyboard, until Escape", async ({ browser }) => {
  const { context, page } = await open(browser);
  const t = await texts("en");
  const tooltip = page.locator("[data-tooltips]");
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ["/leads", "/affiliates"]) {
    await visit(page, path);
    // Not those of toasts, which disappear meanwhile.
    const icons = page
      .locator(":is(a, button, summary):not([data-sonner-toaster] *)")
      .filter({ visible: true, has: page.locator("svg"), hasNotText: /\S/ });
    expect(await icons.count(), path).toBeGreaterThan(0);
    for (const icon of await icons.all()) {
      // An element that moves below a resting pointer gets no event, so the pointer moves again.
      await expect(async () => {
        await page.mouse.move(0, 0);
        await icon.hover();
        await expect(tooltip, path).toBeVisible({ timeout: 2_000 });
      }).toPass();
      const name = (await icon.getAttribute("aria-label")) ?? (await icon.innerText());
      expect(name.startsWith((await tooltip.innerText()).trim()), name).toBe(true);
    }
  }
  // With the keyboard it appears immediately; the pointer may move onto it; Escape closes it and keeps the dialog open.
  await page.goto("/leads/new");
  const close = page.getByRole("dialog").getByRole("link", { name: t("common:close") });
  await waitForHydration(close);
  await expect(tooltip).toBeHidden();
  while (!(await close.evaluate((link) => link === document.activeElement))) await page.keyboard.press("Shift+Tab");
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
  const cross = (await close.boundingBox())!;
  await escape(page);
  await expect(page).toHaveURL("/leads");
  // A dialog that opens under the resting pointer has no tooltip, which would take its first Escape.
  await page.mouse.move(cross.x + cross.width / 2, cross.y + cross.height / 2);
  // The address changes before the dialog is gone, and keys belong to an open dialog.
  await expect(close).toBeHidden();
  await page.keyboard.press("c");
  await expect(close).toBeVisible();
  await page.waitForTimeout(500);
  await expect(tooltip).toBeHidden();
  await page.mouse.move(cross.x + cross.width / 2 + 2, cross.y + cross.height / 2);
  await expect(tooltip).toHaveText(t("common:close"));
  await context.close();
});

test("[A11Y-01] [AFF-01] lists can be sorted on phones too, with JavaScript and without", async ({ browser }) => {
  const t = await texts("en");
  const options = { viewport: { width: 390, height: 800 } };
  const { context, page, problems } = await open(browser, options);
  const name = "Aaron Partner";
  await page.request.post("/affiliates/new", { form: { name, email: `aaron-${run}@partner.example` } });
  const first = (of = page) =>
    of
      .getByRole("table")
      .getByRole("link", { name: /Partner/ })
      .first();
  await page.goto("/affiliates?status=invited");
  const sort = page.getByRole("combobox", { name: t("common:sort.by") });
  await expect(sort).toHaveValue("-created");
  await expect(first()).toHaveText(name);
  await waitForHydration(sort);
  await sort.focus();
  await sort.selectOption("-name");
  await expect(page).toHaveURL("/affiliates?status=invited&sort=-name");
  await expect(first()).toHaveText("Paula Partner");
  await expect(sort).toBeFocused();
  await page.goBack();
  await expect(sort).toHaveValue("-created");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(sort).toBeHidden();
  expect(problems).toEqual([]);
  await context.close();

  const plain = await open(browser, { ...options, javaScriptEnabled: false });
  await plain.page.goto("/affiliates?status=invited");
  await plain.page
    .getByRole("combobox", { name: t("common:sort.by") })
    .selectOption({ label: t("common:sort.descending", { column: t("affiliates:column.name") }) });
  await plain.page.getByRole("button", { name: t("common:sort.submit"), exact: true }).click();
  await expect(plain.page).toHaveURL("/affiliates?status=invited&sort=-name");
  await expect(first(plain.page)).toHaveText("Paula Partner");
  await plain.context.close();
});
