import { expect, test, type Locator, type Page } from "./support/test";
import { send } from "./support/api";
import { waitForHydration, escape } from "./support/alive";
import { agency, shown } from "./support/money-world";
import { problemsOf } from "./support/problems";

// An affiliate's page, the links to it, and the portal as the affiliate sees it. Without JavaScript:
// tests/http/plain/affiliate-page.test.ts.

type World = Awaited<ReturnType<typeof agency>>;

test.describe.configure({ mode: "serial" });
let world: World;
let staff: Page;
let path: string;

test.beforeAll(async ({ browser }) => {
  const options = { baseURL: process.env["E2E_URL"], locale: "en-US", reducedMotion: "reduce" } as const;
  world = await agency(() => browser.newContext(options), "en");
  staff = world.staff;
  path = `/affiliates/${world.pia.id}`;
});
test.afterAll(() => staff.context().close());

const heading = () => staff.getByRole("heading", { level: 1, name: world.pia.name, exact: true });
const dialog = () => staff.getByRole("dialog");
const click = async (target: Locator) => {
  await waitForHydration(target);
  await target.click();
};
const close = async () => {
  await expect(dialog()).toBeVisible();
  await escape(staff);
};

test("[AFF-12] a name in a list leads to the affiliate's page", async () => {
  const deals = await (await staff.request.get("/leads?tab=deals")).text();
  const dealId = /name="deal_id" value="([0-9a-f-]{36})"/.exec(deals)![1]!;
  await send(staff.request, "/leads", { intent: "mark-paid", deal_id: dealId });
  await send(staff.request, "/leads/new", {
    company_name: "Delta",
    contact_person: "Dora",
    email: "dora@delta.example",
    affiliate_id: world.pia.id,
  });
  await staff.goto("/leads?tab=deals");
  await click(staff.getByRole("main").getByRole("link", { name: world.pia.name }).first());
  await expect(staff).toHaveURL(path);
  await expect(heading()).toBeVisible();
  await expect(staff).toHaveTitle(`${world.pia.name} · Finderlohn`);
});

test("[AFF-12] links figures to their lists and opens dialogs above the page", async () => {
  const { t, pia } = world;
  await staff.goto(path);
  const cell = (label: string) => staff.locator("dl > div").filter({ hasText: label }).first();
  // Three months of 10,00 are due and two planned; the one-off deal of 1.000,00 was paid.
  await expect(cell(t("commissions:states.due"))).toContainText(/30[.,]00/);
  await expect(cell(t("commissions:states.planned"))).toContainText(/20[.,]00/);
  await expect(cell(t("commissions:states.paid"))).toContainText(/100[.,]00/);
  for (const [name, to] of [
    [t("commissions:states.due"), `/commissions?affiliate=${pia.id}`],
    [t("commissions:states.planned"), `/commissions?tab=planned&affiliate=${pia.id}`],
    [t("commissions:states.paid"), `/transactions?affiliate=${pia.id}`],
  ] as const) {
    const link = staff.getByRole("main").getByRole("link", { name: new RegExp(`^${name}: `) });
    await expect(link).toHaveAttribute("href", to);
    await click(link);
    await expect(staff).toHaveURL(to);
    await expect(staff.getByRole("main")).toContainText(pia.name);
    await staff.goBack();
    await expect(heading()).toBeVisible();
  }
  await click(staff.getByRole("link", { name: t("affiliates:action.edit"), exact: true }).first());
  await expect(staff).toHaveURL(`${path}/edit?behind=page`);
  await close();
  await expect(staff).toHaveURL(path);
  await expect(heading()).toBeVisible();

  await staff.goto(`${path}/edit?behind=page`);
  await dialog().locator("[name=name]").fill("Pia Partner-Neu");
  await click(dialog().getByRole("button", { name: t("affiliates:edit.submit") }));
  await expect(staff).toHaveURL(path);
  world.pia.name = "Pia Partner-Neu";
  await expect(heading()).toBeVisible();
  await expect(staff.getByRole("main")).toContainText(t("affiliates:page.activity"));

  // The list keeps its own dialogs, and its search.
  await staff.goto("/affiliates?q=pia");
  const row = staff.getByRole("row").filter({ hasText: pia.name });
  await click(row.getByRole("link", { name: new RegExp(`^${t("affiliates:action.edit")}`) }));
  await expect(staff).toHaveURL(`${path}/edit?q=pia`);
  await close();
  await expect(staff).toHaveURL("/affiliates?q=pia");
  await click(row.getByRole("link", { name: pia.name, exact: true }));
  await expect(staff).toHaveURL(`${path}?q=pia`);
  await click(staff.getByRole("main").getByRole("link", { name: t("affiliates:title"), exact: true }));
  await expect(staff).toHaveURL("/affiliates?q=pia");
});

test("[AFF-12] explains the empty page of a new affiliate and the next steps", async () => {
  const { t } = world;
  const email = `neu-${Date.now()}@partner.example`;
  await send(staff.request, "/affiliates/new", { name: "Nora Neu", email });
  const list = await (await staff.request.get(`/affiliates?q=${email}`)).text();
  const id = /\/affiliates\/([0-9a-f-]{36})\/terms/.exec(list)![1]!;
  await staff.goto(`/affiliates/${id}`);
  const main = staff.getByRole("main");
  for (const key of ["page.no_leads", "page.no_deals", "terms.empty", "page.not_yet", "page.link_valid"])
    await expect(main).toContainText(t(`affiliates:${key}`));
  await click(main.getByRole("link", { name: t("affiliates:terms.set") }));
  await expect(staff).toHaveURL(`/affiliates/${id}/terms?behind=page&edit=1`);
  await dialog().locator("[name=rev_share_percent]").fill("12");
  await click(dialog().getByRole("button", { name: t("affiliates:terms.submit") }));
  await expect(staff).toHaveURL(`/affiliates/${id}`);
  await expect(main).not.toContainText(t("affiliates:terms.empty"));
  expect(await problemsOf(staff, `/affiliates/${id}`)).toEqual([]);
});

test("[AFF-12] marks the portal that staff view as an affiliate, read-only, until they end the view", async () => {
  const { t, pia } = world;
  await staff.goto(path);
  await click(staff.getByRole("button", { name: t("affiliates:view.begin") }));
  await expect(staff).toHaveURL("/affiliate/dashboard");
  const bar = staff.getByRole("region", { name: t("affiliates:view.label") });
  await expect(bar).toContainText(t("affiliates:view.as", { name: pia.name }));
  await staff.goto("/affiliate/leads");
  await expect(staff.getByRole("main")).toContainText("Delta");
  await expect(staff.getByRole("main")).not.toContainText("Gamma");

  await staff.goto("/affiliate/leads/new");
  await staff.locator("[name=company_name]").fill("Heimlich GmbH");
  await staff.locator("[name=contact_person]").fill("Hans");
  await staff.locator("[name=email]").fill("hans@heimlich.example");
  await click(staff.getByRole("button", { name: t("portal:leads.submit") }).last());
  await expect(shown(staff, t("affiliates:view.refused_text"))).toBeVisible();
  expect(await (await staff.request.get("/leads?q=heimlich")).text()).not.toContain("Heimlich GmbH");

  const looks = [390, 1280].map((width) => ({ width, colorScheme: "light" }) as const);
  // Also above a dialog, which covers the page on phones.
  const seen = () => expect(bar.getByRole("button", { name: t("affiliates:view.end") })).toBeInViewport();
  for (const screen of ["/affiliate/dashboard", "/affiliate/leads/new"])
    expect(await problemsOf(staff, screen, looks, { seen })).toEqual([]);
  await click(bar.getByRole("button", { name: t("affiliates:view.end") }));
  await expect(staff).toHaveURL(path);
  await expect(staff.getByRole("main")).toContainText(pia.name);
  const entries = staff.getByRole("region", { name: t("affiliates:page.activity") }).getByRole("listitem");
  await expect(entries.nth(0)).toContainText(t("settings:activity.actions.affiliate_view_end", { subject: pia.name }));
  await expect(entries.nth(1)).toContainText(t("settings:activity.actions.affiliate_view", { subject: pia.name }));
  await staff.goto("/affiliate/dashboard");
  await expect(staff).toHaveURL("/");
});
