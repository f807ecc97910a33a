import { expect, test } from "vitest";
import { activeAffiliate, invitedAffiliate } from "../../factories/affiliates";
import { addedLead } from "../../factories/deals";
import { useDatabase } from "../../support/database";
import type { PlainPage } from "../../support/plain/page";
import { plainOwner, shown } from "../../support/plain/world";
import { useSite } from "../../support/site";

// Leads without JavaScript: added, corrected, moved, worked through and changed together.

const db = useDatabase();
const site = useSite(db);

/** Returns an organization with leads, and its owner's page. */
async function board(...companies: string[]) {
  const { org, staff, t } = await plainOwner(db, site, "en");
  for (const company_name of companies) await addedLead(db.database, org, { company_name });
  return { page: staff, t, org };
}

test("[PE-01] [LEAD-10] [LEAD-02] staff add, correct, qualify, lose and find a lead", async () => {
  const { page, t } = await board();
  const card = (company: string) => page.getByRole("article").filter({ hasText: company });
  const qualify = (company: string) => card(company).getByRole("button", { name: t("leads:lead.qualify") });
  await page.goto("/leads?q=plain");
  await page
    .getByRole("link", { name: t("leads:add.title") })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  dialog.locator("[name=company_name]").fill("Plain GmbH");
  dialog.locator("[name=contact_person]").fill("Paula");
  dialog.locator("[name=email]").fill("paula@plain");
  const send = dialog.getByRole("button", { name: t("leads:add.submit") });
  await send.click();
  expect(dialog).toContainText(t("errors:email_invalid"));
  expect(dialog.locator("[name=contact_person]")).toHaveValue("Paula");
  dialog.locator("[name=email]").fill("paula@plain.example");
  // The form, posted once more directly, still makes only one lead.
  const twice = Object.fromEntries(page.entriesOf(send.one().form!));
  expect(twice["submission_id"]).toMatch(/^[0-9a-f-]{36}$/);
  await page.request.post("/leads/new", twice);
  await send.click();
  expect(page).toHaveURL("/leads?q=plain");
  expect(shown(page, t("leads:toast.added"))).toBeVisible();
  expect(page.getByRole("article")).toHaveCount(1);

  await card("Plain GmbH").getByRole("link", { name: "Plain GmbH", exact: true }).click();
  await dialog.getByRole("link", { name: t("leads:lead.edit") }).click();
  dialog.locator("[name=company_name]").fill("Plain AG");
  await dialog.getByRole("button", { name: t("common:save") }).click();
  expect(shown(page, t("leads:toast.edited"))).toBeVisible();
  expect(page).toHaveURL(/\/leads\/[0-9a-f-]+\?q=plain$/);

  await page.goto("/leads?q=plain");
  await qualify("Plain AG").click();
  expect(shown(page, t("leads:toast.status_updated"))).toBeVisible();
  expect(qualify("Plain AG")).toHaveCount(0);
  await card("Plain AG")
    .getByRole("link", { name: t("leads:lead.lose") })
    .click();
  const question = page.getByRole("alertdialog", { name: t("leads:lose.title", { company: "Plain AG" }) });
  await question.getByRole("button", { name: t("leads:lead.lose") }).click();
  expect(page).toHaveURL("/leads?q=plain");
  expect(page.getByRole("main").getByText(t("leads:none_found.pipeline"))).toBeVisible();
  const filters = page.getByRole("search", { name: t("leads:filter.label") });
  filters.getByRole("combobox", { name: t("leads:filter.status") }).selectOption("lost");
  await filters.getByRole("button", { name: t("leads:filter.submit") }).click();
  const row = page.getByRole("row").filter({ hasText: "Plain AG" });
  expect(row).toContainText(t("leads:status.lost"));
  // [LEAD-05] No actions, only the undo button for a moment.
  expect(row.getByRole("button")).toHaveCount(1);
  expect(row.getByRole("button")).toContainText(t("common:undo"));
  await row.getByRole("link").click();
  expect(dialog).toContainText(t("leads:status.lost"));
});

test("[WORK-07] [WORK-08] next step, neighbors and filters work", async () => {
  const { page: plain, t } = await board("Plain 1", "Plain 2");
  await plain.goto("/leads?view=list&q=plain");
  await plain.getByRole("link", { name: "Plain 2", exact: true }).first().click();
  plain.getByLabel(t("work:what")).fill("Write");
  await plain.getByRole("button", { name: t("work:save") }).click();
  expect(plain.getByRole("dialog")).toContainText("Write");
  await plain.getByRole("link", { name: t("work:next_of", { company: "Plain 1" }) }).click();
  expect(plain.getByRole("dialog", { name: t("leads:view.title", { company: "Plain 1" }) })).toBeVisible();
  await plain.goto("/leads?view=list&q=plain");
  await plain.getByRole("link", { name: t("leads:filter.step.today") }).click();
  expect(plain.getByRole("row")).toHaveCount(2);
  expect(plain.getByRole("row").last()).toContainText("Write");
  // Where nothing matches, the filters are named.
  await plain.goto("/leads?view=list&responsible=me&step=overdue");
  const named = `${t("leads:filter.mine")} · ${t("leads:filter.step.overdue")}`;
  expect(plain.getByRole("main")).toContainText(named);
});

const rows = (page: PlainPage) => page.getByRole("rowgroup").last().getByRole("row");

test("[LEAD-13] [PE-01] checkboxes, buttons, dialogs and undo work", async () => {
  const { page: plain, t } = await board("Plain A", "Plain B", "Plain C");
  const row = (company: string) => rows(plain).filter({ hasText: company });
  const box = (company: string) => row(company).getByRole("checkbox");
  const bar = plain.getByRole("form", { name: t("leads:batch.label") });
  const press = async (key: "qualify" | "lose") => {
    if (key === "lose") await bar.locator("summary").click();
    await bar.getByRole("button", { name: t(`leads:batch.${key}`) }).click();
  };
  const undo = plain.getByRole("button", { name: t("common:undo"), exact: true }).first();
  await plain.goto("/leads?q=plain&view=list");
  await press("qualify");
  expect(shown(plain, t("errors:leads_required"))).toBeVisible();
  for (const company of ["Plain A", "Plain B"]) box(company).check();
  await press("qualify");
  expect(shown(plain, t("leads:batch.done.qualified", { count: 2 }))).toBeVisible();
  expect(plain).toHaveURL("/leads?q=plain&view=list#main");
  expect(rows(plain).filter({ hasText: t("leads:status.qualified") })).toHaveCount(2);
  await undo.click();
  expect(shown(plain, t("leads:batch.undo.done", { count: 2 }))).toBeVisible();
  expect(rows(plain).filter({ hasText: t("leads:status.qualified") })).toHaveCount(0);

  await press("lose");
  expect(plain.getByRole("alertdialog")).toContainText(t("leads:batch.none"));
  await plain
    .getByRole("link", { name: t("common:close") })
    .last()
    .click();
  for (const company of ["Plain A", "Plain C"]) box(company).check();
  await press("lose");
  const question = plain.getByRole("alertdialog");
  // Behind the dialog the same leads are still selected.
  expect(box("Plain C")).toBeChecked();
  question.getByLabel(t("leads:lose.reason")).fill("Went elsewhere");
  await question.getByRole("button", { name: t("leads:batch.lose") }).click();
  expect(shown(plain, t("leads:batch.done.lost", { count: 2 }))).toBeVisible();
  expect(rows(plain)).toHaveCount(1);
  await plain.goto("/leads?tab=archive&q=plain");
  expect(rows(plain)).toHaveCount(2);
});

test("[LEAD-13] rejects more leads than an action takes with a readable message, and changes nothing", async () => {
  const { page, t } = await board("Limit");
  const row = page.getByRole("row").filter({ hasText: "Limit" });
  await page.goto("/leads?q=limit&view=list");
  const id = row.getByRole("checkbox").inputValue();
  const ids = [id, ...Array.from({ length: 500 }, (_, n) => id.slice(0, -3) + String(n).padStart(3, "0"))];
  const leads = ids.map((one): [string, string] => ["lead_id", one]);
  expect((await page.request.post("/leads/lose", leads)).status).toBe(422);
  await page.request.post("/leads", [["intent", "qualify-several"], ...leads]);
  await page.goto("/leads?q=limit&view=list");
  expect(shown(page, t("errors:too_many_leads", { max: 500 }))).toBeVisible();
  expect(row).toContainText(t("leads:status.new"));
});

test("[LEAD-01] a paged list shows how many rows of how many it contains", async () => {
  const { page, t } = await board(...Array.from({ length: 51 }, (_, number) => `Paged ${number}`));
  await page.goto("/leads?q=paged&view=list");
  const pages = page.getByRole("navigation", { name: t("common:pages") });
  expect(pages).toContainText(t("common:shown_of", { shown: 50, total: 51 }));
  await pages.getByRole("link", { name: t("common:next_page") }).click();
  expect(pages).toContainText(t("common:shown_of", { shown: 1, total: 51 }));
});

test("[LEAD-01] one of many affiliates is chosen from a list", async () => {
  const { org, staff: page, t } = await plainOwner(db, site, "en");
  for (let number = 0; number < 13; number++) await invitedAffiliate(db.database, org);
  await page.goto("/leads");
  const label = t("leads:filter.affiliate");
  expect(page.getByRole("combobox", { name: label }).getByRole("option")).toHaveCount(15);
});

test("[A11Y-01] list rows have a header, and their actions name the row", async () => {
  const company = "Quantum Metalworks";
  const { page, t, org } = await board(company);
  await activeAffiliate(db.database, org);
  await invitedAffiliate(db.database, org);
  for (const path of ["/leads?view=list", "/affiliates", "/settings/members", "/settings/activity"]) {
    await page.goto(path);
    const rows = page.getByRole("main").locator("tbody > tr:not(.group)");
    expect(rows.first()).toBeVisible();
    const without = rows.all().filter((row) => row.locator('th[scope="row"]').count() !== 1);
    expect(
      without.map((row) => row.textContent()),
      path,
    ).toEqual([]);
  }
  await page.goto("/leads?view=list");
  const row = page.getByRole("row").filter({ hasText: company });
  for (const action of ["leads:lead.qualify", "leads:lead.create_deal"])
    expect(row.getByLabel(`${t(action)}: ${company}`)).toBeVisible();
});
