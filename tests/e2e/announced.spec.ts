import { expect, test, type Locator, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { alive } from "./support/alive";
import { send } from "./support/api";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// What a screen reader is told, read from the browser's tree of accessibility.

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

test.beforeAll(async () => {
  t = await texts("en");
  await signUp(async (request) => {
    const affiliates = Array.from({ length: 13 }, (_, index) => index);
    for (const index of affiliates) {
      const email = `p${index}-${run}@partner.example`;
      await send(request, "/affiliates/new", { name: `Partner ${String(index).padStart(2, "0")}`, email });
    }
    const lead = { company_name: company, contact_person: "Max Muster", email: "max@kunde.example" };
    await send(request, "/leads/new", lead);
  });
});

/** The entry that the focused field announces; null for none. */
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
  await expect.poll(async () => (await announced(page)) ?? "nothing").toBe(await nameOf(marked(list)));
}

const nameOf = (entry: Locator) =>
  entry.evaluate((node) => (node as HTMLElement).innerText.replace(/\s*\n\s*/g, " "));

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
  // The answer moves the mark to the best match without a key.
  await field.fill("quantum metal");
  await expect(marked(menu)).toContainText(company);
  await expectAnnounced(page, menu);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/leads\/[0-9a-f-]{36}$/);
  await context.close();
});

test("[A11Y-01] lists that are searched by typing announce the entry that Enter chooses", async ({
  browser,
}) => {
  const { context, page } = await open(browser);
  for (const [path, label] of [
    ["/leads", t("leads:filter.affiliate")],
    ["/settings/general", t("settings:general.time_zone")],
  ] as const) {
    await visit(page, path);
    const button = page
      .getByRole("main")
      .locator("button[aria-haspopup=dialog]")
      .filter({ visible: true })
      .first();
    await alive(button);
    await button.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog").filter({ has: page.getByRole("listbox") });
    await expect(panel.getByRole("combobox"), label).toBeFocused();
    await expectAnnounced(page, panel);
    await page.keyboard.press("ArrowDown");
    await expectAnnounced(page, panel);
    await page.keyboard.type("a");
    await expectAnnounced(page, panel);
    const chosen = await nameOf(marked(panel));
    await page.keyboard.press("Enter");
    await expect(button).toContainText(chosen.replace(/ \(.*\)$/, ""));
  }
  await context.close();
});
