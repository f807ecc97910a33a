import { expect, test, type Locator, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { waitForHydration } from "./support/alive";
import { send } from "./support/api";
import { sellFor } from "./support/sold";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// Announcements of screen readers, read from the browser's accessibility tree.

const run = Date.now();
const owner = {
  name: "Anna Announced",
  email: `anna-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Announced ${run}`,
};
const company = `Quantum Metalworks ${run}`;
const { signUp, open } = ownerWindows(owner);
let t: TFunction;
let portalState: Awaited<ReturnType<typeof sellFor>>;

test.beforeAll(async () => {
  t = await texts("en");
  await signUp(async (request) => {
    const affiliates = Array.from({ length: 13 }, (_, index) => index);
    for (const index of affiliates) {
      const email = `p${index}-${run}@partner.example`;
      // Not by digits: a search would also find them in the addresses.
      await send(request, "/affiliates/new", { name: `Partner ${"abcdefghijklm"[index]}x`, email });
    }
    const lead = { company_name: company, contact_person: "Max Muster", email: "max@kunde.example" };
    await send(request, "/leads/new", lead);
    portalState = await sellFor(request, `p0-${run}@partner.example`, owner.organization);
  });
});

/** Returns the entry that the focused field announces; null for none. */
async function announced(page: Page): Promise<string | null> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  await client.detach();
  const property = (node: (typeof nodes)[number], name: string) =>
    node.properties?.find((one) => one.name === name)?.value;
  const field = nodes.find((node) => node.role?.value === "combobox" && property(node, "focused")?.value);
  const named = field && property(field, "activedescendant")?.relatedNodes?.[0];
  const entry = named && nodes.find((node) => node.backendDOMNodeId === named.backendDOMNodeId);
  return entry ? String(entry.name?.value) : null;
}

const marked = (list: Locator) => list.locator("[role=option][aria-selected=true]").first();

/** Expects that the field announces what Enter would choose. */
async function expectAnnounced(page: Page, list: Locator) {
  await expect(marked(list)).toBeVisible();
  // Both at once, because the list may still be filtered.
  await expect(async () => expect(await announced(page)).toBe(await nameOf(marked(list)))).toPass();
}

const nameOf = (entry: Locator) => entry.evaluate((node) => (node as HTMLElement).innerText.replace(/\s*\n\s*/g, " "));

test("[A11Y-01] [ORG-04] the command menu announces the entry that Enter opens, from the first moment", async ({
  browser,
}) => {
  const { context, page } = await open(browser);
  await visit(page, "/affiliates");
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: t("shell:search.menu") });
  const field = menu.getByRole("combobox");
  await expect(field).toBeFocused();
  await expectAnnounced(page, menu);
  await page.keyboard.press("ArrowDown");
  await expectAnnounced(page, menu);
  // The response moves the highlight to the best match without a key press.
  await field.fill("quantum metal");
  await expect(marked(menu)).toContainText(company);
  await expectAnnounced(page, menu);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}$/);
  await context.close();
});

test("[A11Y-01] a searchable list announces the entry that Enter chooses", async ({ browser }) => {
  const { context, page } = await open(browser);
  for (const [path, label] of [
    ["/leads", t("leads:filter.affiliate")],
    ["/settings/general", t("settings:general.time_zone")],
  ] as const) {
    await visit(page, path);
    const button = page.getByRole("main").locator("button[aria-haspopup=dialog]").filter({ visible: true }).first();
    await waitForHydration(button);
    await button.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog").filter({ has: page.getByRole("listbox") });
    await expect(panel.getByRole("combobox"), label).toBeFocused();
    await expectAnnounced(page, panel);
    await page.keyboard.press("ArrowDown");
    await expectAnnounced(page, panel);
    await page.keyboard.type("a");
    await expect(panel.getByRole("combobox")).toHaveValue("a");
    await expectAnnounced(page, panel);
    const chosen = await nameOf(marked(panel));
    await page.keyboard.press("Enter");
    await expect(button).toContainText(chosen.replace(/ \(.*\)$/, ""));
  }
  await context.close();
});

test("[A11Y-01] an existing live region announces what a click changes: pages, tabs, filters, orders, periods", async ({
  browser,
}) => {
  const { context, page } = await open(browser);
  await visit(page, "/affiliates");
  const region = page.locator("[data-announcer]");
  await expect(region).toHaveAttribute("role", "status");
  await expect(region).toHaveText("");
  await region.evaluate((element) => (element.dataset["there"] = "before"));
  const said = async (expected: string | RegExp) => {
    await expect(region).toHaveText(expected);
    await expect(region).toHaveAttribute("data-there", "before");
  };
  const main = page.getByRole("main");
  await waitForHydration(main.getByRole("searchbox"));
  await main.getByRole("searchbox").fill("Partner hx");
  await said(new RegExp(t("common:entries_of", { list: "", count: 1 }).replace(/^: /, "")));
  await main.getByRole("searchbox").fill("nobody of that name");
  await said(t("affiliates:none_found"));
  // The sidebar links to a page with another title, and each of these names itself.
  for (const [path, title] of [
    ["/leads", t("leads:title")],
    ["/reports", t("reports:title")],
    ["/settings", t("settings:sections.general")],
    ["/transactions", t("transactions:title")],
  ] as const) {
    await page.locator(`nav a[href="${path}"]`).first().click();
    await said(new RegExp(title));
  }
  await page.locator('nav a[href="/leads"]').first().click();
  await said(new RegExp(t("leads:title")));
  await main.getByRole("link", { name: t("leads:tab.archive") }).click();
  await said(new RegExp(`${t("leads:tab.archive")}.*${t("leads:archive.empty")}`));
  // A dialog takes the focus and announces itself.
  await main.getByRole("link", { name: t("leads:tab.pipeline") }).click();
  await said(new RegExp(t("leads:tab.pipeline")));
  const before = await region.textContent();
  await main.getByRole("link", { name: company }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await said(before!);
  // On a busy machine a list may follow its address late.
  await main.getByRole("link", { name: t("leads:tab.archive") }).click();
  await said(new RegExp(t("leads:archive.empty")));
  await main.evaluate((element) => {
    const late = document.createElement("p");
    late.dataset["empty"] = "";
    late.textContent = "Come late";
    element.append(late);
  });
  await said(/Come late/);
  await context.close();
});

test("[A11Y-01] at 400 % zoom the selection bar covers no focused element, and one key press leads to it", async ({
  browser,
}) => {
  // A window of 1280 by 1024 at 400 %.
  const { context, page } = await open(browser, { viewport: { width: 320, height: 256 } });
  // Excludes the message of the added lead.
  await context.clearCookies({ name: "flash" });
  for (const [path, label] of [
    ["/leads?view=list", t("leads:batch.label")],
    ["/commissions", t("commissions:selection.pay_chosen")],
  ] as const) {
    await page.goto(path);
    const boxes = page.getByRole("table").getByRole("checkbox");
    await waitForHydration(boxes.first());
    await boxes.first().focus();
    await page.keyboard.press("Space");
    await expect(boxes.first()).toBeChecked();
    const bar = page.getByRole("form", { name: label });
    await expect(bar).toHaveCSS("position", "static");
    const controls = page.getByRole("table").locator("a, button, input, summary").filter({ visible: true });
    for (let count = await controls.count(), index = 0; index < count; index++) {
      const control = controls.nth(index);
      await control.focus();
      const covered = await control.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top !== null && !element.contains(top) && !top.contains(element) ? top.outerHTML.slice(0, 200) : null;
      });
      expect(covered, await control.evaluate((element) => element.outerHTML.slice(0, 200))).toBeNull();
    }
    await boxes.first().focus();
    await page.keyboard.press("Tab");
    await expect(page.locator("[data-to-bar]")).toBeFocused();
    await page.keyboard.press("Enter");
    expect(await bar.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await context.close();
});

/** Returns what the lists of a page show, in the words that must be announced. */
const listsOn = (page: Page) =>
  page.getByRole("main").evaluate((main) => {
    const named = [...main.querySelectorAll<HTMLElement>("[data-list]")].map((list) => list.dataset["list"]!);
    return [...named, ...[...main.querySelectorAll("[data-empty]")].map((empty) => empty.textContent)];
  });

test("[A11Y-01] every list announces the effect of a tab, an order, a period or another choice", async ({
  browser,
}) => {
  const views = {
    staff: [
      "/leads",
      "/leads?view=list",
      "/leads?tab=deals",
      "/affiliates",
      "/transactions",
      "/commissions",
      "/commissions?tab=planned",
      "/reports",
    ],
    portal: ["/affiliate/leads", "/affiliate/leads?tab=deals", "/affiliate/earnings"],
  };
  for (const [whose, paths] of Object.entries(views)) {
    const options = whose === "portal" ? { storageState: portalState } : {};
    const { context, page } = await open(browser, options);
    const region = page.locator("[data-announcer]");
    const text = () => region.evaluate((element) => element.textContent);
    async function expectSaid(act: () => Promise<unknown>, how: string) {
      const before = await text();
      await act();
      await expect.poll(text, how).not.toBe(before);
      const lists = await listsOn(page);
      expect(lists, how).not.toEqual([]);
      for (const words of lists) await expect(region, how).toContainText(words);
    }
    for (const path of paths) {
      await page.goto(path);
      await waitForHydration(page.getByRole("main"));
      const links = page.getByRole("main").locator("a").filter({ visible: true });
      // Other views of the same list.
      const addresses = await links.evaluateAll((all) =>
        (all as HTMLAnchorElement[])
          .filter(({ pathname, search }) => pathname === location.pathname && search !== location.search)
          .map((link) => link.getAttribute("href")!),
      );
      let asked = 0;
      for (const address of new Set(addresses)) {
        const link = links.and(page.locator(`[href=${JSON.stringify(address)}]`)).first();
        if (!(await link.isVisible())) continue;
        await expectSaid(() => link.click(), `${path}: ${address}`);
        asked++;
      }
      const period = page.getByRole("main").locator("select[name=period]").filter({ visible: true });
      if ((await period.count()) === 1) {
        const now = await period.inputValue();
        const other = now === "last-year" ? "this-year" : "last-year";
        await expectSaid(() => period.selectOption(other), `${path}: ${other}`);
        asked++;
      }
      expect(asked, path).toBeGreaterThan(0);
    }
    await context.close();
  }
});
