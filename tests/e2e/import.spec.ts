import fs from "node:fs";
import path from "node:path";
import { expect, test, type Page } from "./support/test";
import { addDays, formatDay, todayIn } from "../../app/domain/shared/dates";
import { waitForHydration } from "./support/alive";
import { violationsOf } from "./support/axe";
import { collectConsoleErrors, REFUSED } from "./support/complaints";
import { idsOn, send } from "./support/api";
import { addedLead, leadBoard, type LeadBoard } from "./support/lead-board";

// The import of leads, affiliates and customers' payments, from the file to the report. One organization for all of it.

const file = path.resolve(import.meta.dirname, "../fixtures/leads-excel-deutsch.csv");

let board: LeadBoard;
test.beforeAll(async ({ browser }) => {
  board = await leadBoard(browser);
});

/** Enough rows to make the progress visible. */
const MANY = 10_000;

const csv = (text: string | Buffer, name = "liste.csv") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text as string),
});
const fileOn = (page: Page) => page.getByLabel(board.t("imports:file.label"), { exact: true });
const press = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name }).click();
const figure = (page: Page, label: string) => page.locator("dl > div").filter({ hasText: label }).locator("dd").first();
const tableRow = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text });
const current = (page: Page) =>
  page.getByRole("complementary").getByRole("link").and(page.locator("[aria-current=page]"));

test("[API-04] staff import leads from an Excel file: columns, preview with its wrong rows, progress, result, report", async () => {
  const { open, t } = board;
  const page = await open();
  const complaints = collectConsoleErrors(page, [REFUSED]);
  const title = (key: string) => page.getByRole("heading", { level: 1, name: t(`imports:${key}`) });
  await page.goto("/leads");
  await page.getByRole("link", { name: t("common:import"), exact: true }).click();
  await expect(title("title.leads")).toBeVisible();
  await expect(current(page)).toHaveText(t("shell:nav.leads"));
  const input = fileOn(page);
  await waitForHydration(input);

  // An unreadable file is rejected with its reason.
  for (const [given, reason] of [
    [null, "import_file_missing"],
    [csv(""), "import_file_empty"],
    [csv(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 8, 0])), "import_file_no_text"],
  ] as const) {
    if (given) await input.setInputFiles(given);
    await press(page, t("imports:file.submit"));
    await expect(page.getByRole("main")).toContainText(t(`errors:${reason}`));
  }
  expect(await violationsOf(page)).toEqual([]);

  await input.setInputFiles(file);
  await press(page, t("imports:file.submit"));
  await expect(title("steps.columns")).toBeVisible();
  await expect(current(page)).toHaveText(t("shell:nav.leads"));
  const column = (name: string) => page.getByRole("combobox", { name: t(`imports:fields.${name}`) }).first();
  await expect(column("company_name").locator("option:checked")).toHaveText("Unternehmen · Müller & Söhne GmbH");
  // One column for two fields, then the guessed one.
  const phone = await column("phone").inputValue();
  await column("phone").selectOption(await column("notes").inputValue());
  await press(page, t("imports:columns.submit"));
  await expect(page.getByRole("main")).toContainText(t("errors:import_column_twice"));
  // axe would report a control half covered by the top bar as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await violationsOf(page)).toEqual([]);
  await column("phone").selectOption(phone);
  await press(page, t("imports:columns.submit"));

  await expect(title("steps.preview")).toBeVisible();
  await expect(figure(page, t("imports:outcomes.ready"))).toHaveText("3");
  await expect(figure(page, t("imports:outcomes.wrong"))).toHaveText("4");
  await expect(tableRow(page, "Weiß AG")).toContainText("oez@weiss.example");
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: new RegExp(`^${t("imports:outcomes.wrong")}`) }).click();
  await expect(tableRow(page, "Falsch GmbH")).toContainText("keine-adresse");
  await expect(tableRow(page, "Falsch GmbH")).toContainText(t("errors:email_invalid"));
  await expect(tableRow(page, "Müller & Söhne GmbH")).toContainText(t("errors:import_affiliate_unknown"));
  expect(await violationsOf(page)).toEqual([]);

  await press(page, t("imports:start.submit", { count: 3, number: 3 }));
  await expect(title("steps.result")).toBeVisible();
  await expect(page.getByText(t("imports:result.leads", { count: 3, number: 3 }))).toBeVisible();
  await expect(figure(page, t("imports:outcomes.wrong"))).toHaveText("4");
  expect(await violationsOf(page)).toEqual([]);
  const report = page.getByRole("link", { name: t("exports:formats.plain.hint") });
  await page.getByText(t("imports:result.report")).first().click();
  const [download] = await Promise.all([page.waitForEvent("download"), report.click()]);
  const text = fs.readFileSync(await download.path(), "utf8");
  expect(text).toContain(t("errors:import_affiliate_unknown"));
  expect(text.match(/oez@weiss\.example/g)).toHaveLength(1);

  // Later it is listed, and its leads can be opened.
  await page.goto("/import/leads");
  await tableRow(page, "leads-excel-deutsch.csv").getByRole("link").click();
  // By key: a click at the same position so soon would count as the second half of a double click.
  await tableRow(page, "Weiß AG").getByRole("link").press("Enter");
  await expect(page.getByRole("heading", { name: "Weiß AG" }).first()).toBeVisible();
  await page.goBack();
  await press(page, t("imports:undo.submit.leads", { count: 3, number: 3 }));
  await expect(page.getByText(t("imports:undo.done", { count: 3, number: 3 }))).toBeVisible();
  await expect(figure(page, t("imports:outcomes.created"))).toHaveText("0");
  expect(await violationsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test("[API-04] staff import affiliates from a file with other columns and wrong rows; nobody is invited without a request", async () => {
  const { open, t, shown } = board;
  const page = await open();
  await page.goto("/import/affiliates");
  await expect(current(page)).toHaveText(t("shell:nav.affiliates"));
  await upload(page, csv("Wer;Wohin\nAnna Albrecht;anna@albrecht.example\n;ohne@name.example\n"));
  const column = (name: string) => page.getByRole("combobox", { name: t(`imports:fields.${name}`) });
  // Its title means nothing, but its content does.
  await expect(column("email").locator("option:checked")).toContainText("Wohin");
  await press(page, t("imports:columns.submit"));
  await expect(page.getByRole("main")).toContainText(t("errors:import_column_required"));
  await column("name").selectOption({ index: 1 });
  await press(page, t("imports:columns.submit"));
  await expect(tableRow(page, "Anna Albrecht")).toBeVisible();
  await expect(page.getByLabel(t("imports:start.invite"))).not.toBeChecked();
  expect(await violationsOf(page)).toEqual([]);
  await press(page, t("imports:start.submit", { count: 1, number: 1 }));
  await expect(page.getByText(t("imports:result.affiliates", { count: 1, number: 1 }))).toBeVisible();
  await expect(page.getByText(t("imports:result.invited"))).toHaveCount(0);
  await page.goto("/import/affiliates");

  // After discarding, nothing of the file is left.
  await upload(page, csv("Name;E-mail\nBernd Bauer;bernd@bauer.example\n", "weg.csv"));
  await press(page, t("imports:cancel.discard"));
  await expect(shown(page, t("imports:cancelled.discarded"))).toBeVisible();
  await expect(page).toHaveURL("/import/affiliates");
  await expect(tableRow(page, "liste.csv")).toBeVisible();
  await expect(tableRow(page, "weg.csv")).toHaveCount(0);
  await page.context().close();
});

test("[API-04] shows the progress of many rows, and keeps the created ones when the import is canceled", async () => {
  const { open, t } = board;
  const page = await open();
  const lines = Array.from({ length: MANY }, (_, n) => `Viele ${n};Max;viele-${n}@kunde.example`);
  await page.goto("/import/leads");
  await upload(page, csv(["Company;Contact;E-mail", ...lines].join("\n"), "viele.csv"));
  await press(page, t("imports:columns.submit"));
  await expect(page.getByRole("button", { name: t("imports:columns.submit") })).toHaveCount(0);
  // A user who leaves and comes back finds the current progress.
  await page.goto("/leads");
  await page.goto("/import/leads");
  await tableRow(page, "viele.csv").getByRole("link").click();
  await press(page, t("imports:start.submit", { count: MANY, number: MANY.toLocaleString("en") }));
  await expect(page.getByRole("progressbar", { name: t("imports:progress.creating") })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await press(page, t("imports:cancel.submit"));
  await expect(page.getByText(t("imports:cancelled.title"))).toBeVisible();
  await expect(figure(page, t("imports:outcomes.left"))).not.toHaveText("0");
  expect(await violationsOf(page)).toEqual([]);
  await page.context().close();
});

test("[PAY-18] staff import which customers have paid, from the commissions that wait, and undo it", async () => {
  const { open, t } = board;
  const page = await open();
  const complaints = collectConsoleErrors(page, [REFUSED]);
  const today = todayIn("Europe/Berlin", new Date());
  await send(page.request, "/affiliates/new", { name: "Vera", email: "vera@partner.example" });
  const [affiliate_id] = await idsOn(page.request, "/affiliates?q=vera", /\/affiliates\/([0-9a-f-]{36})\/terms/g);
  const share = { model: "rev_share", rev_share_percent: "10", cadence: "monthly", currency: "EUR" };
  const terms = { ...share, due_when: "customer_paid", start_date: today };
  await send(page.request, `/affiliates/${affiliate_id}/terms`, {
    intent: "save",
    affiliate_id: affiliate_id!,
    ...terms,
  });
  const leadId = await addedLead(page, "Nord", { affiliate_id: affiliate_id! });
  const deal = { deal_type: "one-time", amount: "1000", close_date: today, currency: "EUR" };
  await send(page.request, `/leads/${leadId}/deal`, { lead_id: leadId, title: "Website", ...deal });

  await page.goto("/commissions?tab=waiting");
  await page.getByRole("link", { name: t("commissions:customer.import") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("imports:title.customer-payments") })).toBeVisible();
  await expect(current(page)).toHaveText(t("shell:nav.commissions"));
  await waitForHydration(fileOn(page));
  const [day, before] = [today, addDays(today, -1)].map((one) => formatDay(one, "de"));
  const rows = [`Nord;Website;${day};1.000,00;RE-7`, `Nord;Website;${before};;`, `Süd;Website;${day};;`];
  await upload(page, csv(["Firma;Deal;Bezahlt am;Betrag;Rechnung", ...rows].join("\n"), "zahlungen.csv"));
  const column = (name: string) => page.getByRole("combobox", { name: t(`imports:fields.${name}`) }).first();
  await expect(column("invoice_number").locator("option:checked")).toHaveText("Rechnung · RE-7");
  expect(await violationsOf(page)).toEqual([]);
  await press(page, t("imports:columns.submit"));
  await expect(figure(page, t("imports:payment_outcomes.ready"))).toHaveText("1");
  await page.getByRole("link", { name: new RegExp(`^${t("imports:outcomes.wrong")}`) }).click();
  await expect(tableRow(page, "Nord")).toContainText(t("errors:import_payment_line_differs", { line: 2 }));
  await expect(tableRow(page, "Süd")).toContainText(t("errors:import_company_unknown"));
  expect(await violationsOf(page)).toEqual([]);
  await press(page, t("imports:payments.submit", { count: 1, number: 1 }));
  await expect(page.getByText(t("imports:result.customer-payments", { count: 1, number: 1 }))).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: t("imports:result.list.customer-payments") }).click();
  await expect(page.locator("tbody tr").filter({ hasText: "Nord" })).toContainText("Website");
  await page.goBack();
  await press(page, t("imports:undo.submit.customer-payments", { count: 1, number: 1 }));
  await expect(page.getByText(t("imports:payments.undone", { count: 1, number: 1 }))).toBeVisible();
  await page.goto("/commissions?tab=waiting");
  await expect(page.locator("tbody tr").filter({ hasText: "Nord" })).toBeVisible();
  expect(complaints).toEqual([]);
  await page.context().close();
});

async function upload(page: Page, given: ReturnType<typeof csv>) {
  const { t } = board;
  await fileOn(page).setInputFiles(given);
  await press(page, t("imports:file.submit"));
  await expect(page.getByRole("heading", { level: 1, name: t("imports:steps.columns") })).toBeVisible();
}
