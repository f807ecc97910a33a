import { beforeAll, expect, test } from "vitest";
import { useDatabase } from "../../support/database";
import type { PlainPage } from "../../support/plain/page";
import { plainAgency, send, shown } from "../../support/plain/world";
import { useSite } from "../../support/site";

// An affiliate's page, the links to it, and the portal as the affiliate sees it: in German, without JavaScript. The
// tests build on each other.

const db = useDatabase();
const site = useSite(db);

let world: Awaited<ReturnType<typeof plainAgency>>;
let staff: PlainPage;
let path: string;

beforeAll(async () => {
  world = await plainAgency(db, site, "de");
  staff = world.staff;
  path = `/affiliates/${world.pia.id}`;
});

const heading = () => staff.getByRole("heading", { level: 1, name: world.pia.name, exact: true });
const dialog = () => staff.getByRole("dialog");
const close = async (label: string) => {
  expect(dialog()).toBeVisible();
  await dialog().getByRole("link", { name: label, exact: true }).click();
};

test("[AFF-12] links names in lists to the affiliate's page", async () => {
  await send(staff, "/leads", { intent: "mark-paid", deal_id: world.websiteId });
  await send(staff, "/leads/new", {
    company_name: "Delta",
    contact_person: "Dora",
    email: "dora@delta.example",
    affiliate_id: world.pia.id,
  });
  const wanted = [
    "/affiliates",
    "/leads",
    "/leads?view=list",
    "/leads?tab=deals",
    "/commissions",
    "/commissions?tab=all",
    "/transactions",
    "/reports?period=this-year",
    "/search?q=pia",
    "/settings/activity",
  ];
  for (const screen of wanted) {
    await staff.goto(screen);
    const names = staff.locator(`main a[href="${path}"]`).filter({ hasText: world.pia.name });
    expect([screen, names.count()]).not.toEqual([screen, 0]);
  }
  await staff.goto("/leads?tab=deals");
  await staff.getByRole("main").getByRole("link", { name: world.pia.name }).first().click();
  expect(staff).toHaveURL(path);
  expect(heading()).toBeVisible();
  expect(staff).toHaveTitle(`${world.pia.name} · Finderlohn`);
});

test("[AFF-12] links figures to their lists and opens dialogs above the page", async () => {
  const { t, pia } = world;
  await staff.goto(path);
  const cell = (label: string) => staff.locator("dl > div").filter({ hasText: label }).first();
  // Three months of 10,00 are due and two planned; the one-off deal of 1.000,00 was paid.
  expect(cell(t("commissions:states.due"))).toContainText(/30[.,]00/);
  expect(cell(t("commissions:states.planned"))).toContainText(/20[.,]00/);
  expect(cell(t("commissions:states.paid"))).toContainText(/100[.,]00/);
  for (const [name, to] of [
    [t("commissions:states.due"), `/commissions?affiliate=${pia.id}`],
    [t("commissions:states.planned"), `/commissions?tab=planned&affiliate=${pia.id}`],
    [t("commissions:states.paid"), `/transactions?affiliate=${pia.id}`],
  ] as const) {
    const link = staff.getByRole("main").getByRole("link", { name: new RegExp(`^${name}: `) });
    expect(link).toHaveAttribute("href", to);
    await link.click();
    expect(staff).toHaveURL(to);
    expect(staff.getByRole("main")).toContainText(pia.name);
    await staff.goBack();
    expect(heading()).toBeVisible();
  }
  await staff
    .getByRole("link", { name: t("affiliates:action.edit"), exact: true })
    .first()
    .click();
  expect(staff).toHaveURL(`${path}/edit?behind=page`);
  await close(t("common:close"));
  expect(staff).toHaveURL(path);
  expect(heading()).toBeVisible();

  await staff.goto(`${path}/edit?behind=page`);
  dialog().locator("[name=name]").fill("Pia Partner-Neu");
  await dialog()
    .getByRole("button", { name: t("affiliates:edit.submit") })
    .click();
  expect(staff).toHaveURL(path);
  world.pia.name = "Pia Partner-Neu";
  expect(heading()).toBeVisible();
  expect(staff.getByRole("main")).toContainText(t("affiliates:page.activity"));

  // The list keeps its own dialogs, and its search.
  await staff.goto("/affiliates?q=pia");
  const row = staff.getByRole("row").filter({ hasText: pia.name });
  await row.getByRole("link", { name: new RegExp(`^${t("affiliates:action.edit")}`) }).click();
  expect(staff).toHaveURL(`${path}/edit?q=pia`);
  await close(t("common:close"));
  expect(staff).toHaveURL("/affiliates?q=pia");
  await row.getByRole("link", { name: pia.name, exact: true }).click();
  expect(staff).toHaveURL(`${path}?q=pia`);
  await staff
    .getByRole("main")
    .getByRole("link", { name: t("affiliates:title"), exact: true })
    .click();
  expect(staff).toHaveURL("/affiliates?q=pia");
});

test("[AFF-12] explains the empty page of a new affiliate and the next steps", async () => {
  const { t } = world;
  const email = "neu@partner.example";
  await send(staff, "/affiliates/new", { name: "Nora Neu", email });
  const list = (await staff.request.get(`/affiliates?q=${email}`)).text;
  const id = /\/affiliates\/([0-9a-f-]{36})\/terms/.exec(list)![1]!;
  await staff.goto(`/affiliates/${id}`);
  const main = staff.getByRole("main");
  for (const key of ["page.no_leads", "page.no_deals", "terms.empty", "page.not_yet", "page.link_valid"])
    expect(main).toContainText(t(`affiliates:${key}`));
  await main.getByRole("link", { name: t("affiliates:terms.set") }).click();
  expect(staff).toHaveURL(`/affiliates/${id}/terms?behind=page&edit=1`);
  dialog().locator("[name=rev_share_percent]").fill("12");
  await dialog()
    .getByRole("button", { name: t("affiliates:terms.submit") })
    .click();
  expect(staff).toHaveURL(`/affiliates/${id}`);
  expect(main).not.toContainText(t("affiliates:terms.empty"));
});

test("[AFF-12] marks the portal that staff view as an affiliate, read-only, until they end the view", async () => {
  const { t, pia } = world;
  await staff.goto(path);
  await staff.getByRole("button", { name: t("affiliates:view.begin") }).click();
  expect(staff).toHaveURL("/affiliate/dashboard");
  const bar = staff.getByRole("region", { name: t("affiliates:view.label") });
  const screens = [
    "dashboard",
    "leads",
    "leads/new",
    "earnings",
    "earnings/statement",
    "terms",
    "notifications",
    "settings",
  ];
  for (const screen of screens) {
    await staff.goto(`/affiliate/${screen}`);
    expect(bar).toContainText(t("affiliates:view.as", { name: pia.name }));
  }
  await staff.goto("/affiliate/leads");
  expect(staff.getByRole("main")).toContainText("Delta");
  expect(staff.getByRole("main")).not.toContainText("Gamma");

  await staff.goto("/affiliate/leads/new");
  staff.locator("[name=company_name]").fill("Heimlich GmbH");
  staff.locator("[name=contact_person]").fill("Hans");
  staff.locator("[name=email]").fill("hans@heimlich.example");
  await staff
    .getByRole("button", { name: t("portal:leads.submit") })
    .last()
    .click();
  expect(shown(staff, t("affiliates:view.refused_text"))).toBeVisible();
  expect((await staff.request.get("/leads?q=heimlich")).text).not.toContain("Heimlich GmbH");

  await bar.getByRole("button", { name: t("affiliates:view.end") }).click();
  expect(staff).toHaveURL(path);
  expect(staff.getByRole("main")).toContainText(pia.name);
  const entries = staff.getByRole("region", { name: t("affiliates:page.activity") }).getByRole("listitem");
  expect(entries.nth(0)).toContainText(t("settings:activity.actions.affiliate_view_end", { subject: pia.name }));
  expect(entries.nth(1)).toContainText(t("settings:activity.actions.affiliate_view", { subject: pia.name }));
  await staff.goto("/affiliate/dashboard");
  expect(staff).toHaveURL("/");
});
