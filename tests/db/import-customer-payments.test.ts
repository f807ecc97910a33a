import { beforeEach, describe, expect, test } from "vitest";
import { startImport } from "~/domain/imports/change-import.server";
import { listImportRows } from "~/domain/imports/list-import-rows.server";
import { countOutcomes, readImport } from "~/domain/imports/read-import.server";
import { stepImport } from "~/domain/imports/step-import.server";
import { previewUndo, undoImport } from "~/domain/imports/undo-import.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import {
  recordCustomerPayments,
  removeCustomerPayments,
  undoCustomerPayments,
} from "~/domain/commissions/record-customer-payments.server";
import { day } from "~/domain/shared/dates";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { goThrough, importedFile, type InScope } from "../factories/imports";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";

// 10 % of each deal, due 14 days after the customer has paid. Today is 20 March 2026.

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let inScope: InScope;

beforeEach(async () => {
  db.at("2026-03-20T12:00:00Z");
  org = await createOrg(db.database);
  inScope = (use) => asOwner(db.database, org, use);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada, { due_when: "customer_paid", holding_days: "14" });
});

const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await db.ownerPool.query<T>(sql, values)).rows;

async function deal(company: string, title: string, fields: Record<string, string> = {}): Promise<string> {
  const lead_id = await submittedLead(db.database, org, ada, { company_name: company });
  return (await oneTimeDeal(db.database, org, ada, { lead_id, title, close_date: "2026-03-01", ...fields })).id;
}

/** A deal of three months from 10 February 2026, with 100 EUR a month. */
async function months(company: string, title: string): Promise<{ dealId: string; ids: string[] }> {
  const lead_id = await submittedLead(db.database, org, ada, { company_name: company });
  const terms = { contract_duration_months: "3", contract_start_date: "2026-02-10" };
  const { id } = await recurringDeal(db.database, org, ada, { lead_id, title, ...terms });
  const sql = "select id from commission_payment where deal_id = $1 order by period_start";
  return { dealId: id, ids: (await query<{ id: string }>(sql, [id])).map((row) => row.id) };
}

const imported = (lines: string[]) => importedFile(inScope, "customer-payments", lines.join("\n"));
const rowsOf = async (id: string) =>
  (
    await inScope(async (scope) =>
      listImportRows(scope, (await readImport(scope, "customer-payments", id))!, { cursor: null }),
    )
  ).rows.map(({ line, outcome, problems: [first] }) =>
    first ? `${line} ${outcome}: ${first.field} ${first.reason}` : `${line} ${outcome}`,
  );
const choice = { keepsDuplicates: false, invites: false, language: "de" };
async function started(lines: string[]): Promise<string> {
  const id = await imported(lines);
  await inScope((scope) => startImport(scope, id, choice));
  await goThrough(inScope, id);
  return id;
}
const counts = (id: string) => inScope((scope) => countOutcomes(scope, id));
async function undone(id: string) {
  await inScope((scope) => undoImport(scope, id));
  await goThrough(inScope, id);
  return counts(id);
}
const stored = () =>
  query<{ text: string }>(`
    select concat_ws(' ', title, customer_paid_on, customer_paid_amount, invoice_number, invoiced_on, due_on) as text
    from deal where customer_paid_on is not null
    union all
    select concat_ws(' ', d.title, to_char(p.period_start, 'Mon'), p.customer_paid_on, p.customer_paid_amount,
      p.invoice_number, p.invoiced_on, p.due_on)
    from commission_payment p join deal d on d.org_id = p.org_id and d.id = p.deal_id
    where p.customer_paid_on is not null order by 1`).then((rows) => rows.map(({ text }) => text));

describe("[PAY-18] customers' payments from a CSV file", () => {
  test("name their commission by deal, id, month or invoice, in German and English notation", async () => {
    const [site, shop] = [await deal("Nord GmbH", "Website"), await deal("Nord GmbH", "Shop", { amount: "2000" })];
    await deal("Süd AG", "Relaunch");
    const { dealId, ids } = await months("West KG", "Hosting");
    const german = await started([
      "Firma;Deal;Deal-ID;Zahlungs-ID;Monat;Rechnungsnummer;Bezahlt am;Betrag;Währung;Rechnungsdatum",
      "nord gmbh;WEBSITE;;;;RE-1;02.03.2026;1.190,00 €;EUR;1.3.2026",
      `;;${shop};;;RE-2;3.3.26;;;`,
      "Süd AG;;;;;;2026-03-04;1.000,50;€;",
      `;;${dealId};;Februar 2026;;05.03.2026;100;;`,
      `;;;${ids[1]};;;06.03.2026;;;`,
    ]);
    expect(await rowsOf(german)).toEqual(["2 created", "3 created", "4 created", "5 created", "6 created"]);
    expect(await stored()).toEqual([
      "Hosting Feb 2026-03-05 10000 2026-03-19",
      "Hosting Mar 2026-03-06 10000 2026-03-24",
      "Relaunch 2026-03-04 100050 2026-03-18",
      "Shop 2026-03-03 200000 RE-2 2026-03-17",
      "Website 2026-03-02 119000 RE-1 2026-03-01 2026-03-16",
    ]);
    await expectExactAggregates(db.ownerPool);
    // The second file names what is stored by the number of its invoice alone.
    const english = await imported([
      "Invoice number,Customer paid on,Amount paid",
      'RE-1,2026-03-02,"1,190.00"',
      'RE-2,"Mar 3, 2026",',
      "RE-2,2026-03-09,2000",
      "RE-9,2026-03-09,1",
    ]);
    expect(await rowsOf(english)).toEqual([
      "2 duplicate: paid_on import_payment_known",
      "3 duplicate: paid_on import_payment_known",
      "4 wrong: paid_on import_payment_differs",
      "5 wrong: invoice_number import_invoice_unknown",
    ]);
    expect(site).not.toBe(shop);
  });

  test("are left out with the reason if the row is ambiguous, unknown or differs from what is stored", async () => {
    const paid = await deal("Paid AG", "Old");
    await deal("Nord GmbH", "Website");
    await deal("Nord GmbH", "Shop");
    const { ids } = await months("West KG", "Hosting");
    await inScope((scope) =>
      recordCustomerPayments(
        scope,
        { deals: [paid], payments: [ids[0]!] },
        { paidOn: day("2026-03-02"), amount: null, invoiceNumber: "RE-7", invoicedOn: null },
      ),
    );
    await db.ownerPool.query(
      "update deal set due_when = 'period', holding_days = 0, customer_paid_on = null, customer_paid_amount = null where id = $1",
      [paid],
    );
    await inScope((scope) => payCommissions(scope, { deals: [paid], receiptUrl: null }));
    const stranger = await createOrg(db.database, { name: "Foreign" });
    const foreign = await imported(["Company,Paid on", "Nord GmbH,2026-03-02"]);
    const peek = asOwner(db.database, stranger, (scope) => stepImport(scope, foreign, 0));
    await expect(peek).rejects.toMatchObject({ code: "not_found" });
    const id = await imported([
      "Company,Deal,Deal ID,Month,Invoice number,Paid on,Amount,Currency,More",
      "Nord GmbH,,,,,2026-03-02,,,",
      "Nord GmbH,App,,,,2026-03-02,,,",
      "Ost GmbH,App,,,,2026-03-02,,,",
      ",Website,,,,2026-03-02,,,",
      ",,,,,2026-03-02,,,",
      ",,no-id,,,2026-03-02,,,",
      "West KG,,,,,2026-03-02,,,",
      "West KG,,,2027-05,,2026-03-02,,,",
      "West KG,,,soon,,2026-03-02,,,",
      "West KG,,,2026-02,,2026-03-05,,,",
      "West KG,,,2026-02,,2026-03-02,100.00,EUR,",
      "West KG,,,2026-03,,2026-03-21,,,",
      "West KG,,,2026-03,,,,,",
      "West KG,,,2026-03,,2026-03-02,1.234,,",
      "West KG,,,2026-03,,2026-03-02,100,USD,",
      "West KG,,,2026-03,,2026-03-02,#NV,,",
      "West KG,,,2026-03,,2026-03-02,-5,,",
      "Paid AG,,,,,2026-03-02,,,",
      ",,,,RE-7,2026-03-02,,,",
      "Nord GmbH,Website,,,,2026-03-02,,,",
      "Nord GmbH,Website,,,,02.03.2026,1000,EUR,",
      "Nord GmbH,Website,,,,2026-03-03,,,",
      "Nord GmbH,Shop,,,,2026-03-02,,,,surplus",
    ]);
    expect(await rowsOf(id)).toEqual([
      "2 wrong: company_name import_deal_ambiguous",
      "3 wrong: deal import_deal_unknown",
      "4 wrong: company_name import_company_unknown",
      "5 wrong: company_name import_company_required",
      "6 wrong: deal import_payment_unnamed",
      "7 wrong: deal_id import_deal_unknown",
      "8 wrong: month import_month_required",
      "9 wrong: month import_month_unknown",
      "10 wrong: month import_month_invalid",
      "11 wrong: paid_on import_payment_differs",
      "12 duplicate: paid_on import_payment_known",
      "13 wrong: paid_on customer_paid_in_future",
      "14 wrong: paid_on customer_paid_on_required",
      "15 wrong: amount import_amount_unclear",
      '16 wrong: currency amount_other_currency|{"typed":"USD","currency":"EUR"}',
      "17 wrong: amount import_cell_damaged",
      "18 wrong: amount amount_positive",
      "19 wrong: paid_on import_payment_paid_out",
      "20 wrong: invoice_number import_invoice_ambiguous",
      "21 ready",
      '22 duplicate: paid_on import_payment_line|{"line":21}',
      '23 wrong: paid_on import_payment_line_differs|{"line":21}',
      "24 wrong: null import_too_many_cells",
    ]);
  });

  test("are compared with earlier rows across steps, and nothing is written before the start", async () => {
    await deal("Nord GmbH", "Website");
    const filler = Array.from({ length: 600 }, () => "Unknown,2026-03-02");
    const id = await imported(["Company,Paid on", "Nord GmbH,2026-03-02", ...filler, "Nord GmbH,2026-03-04"]);
    expect(await counts(id)).toMatchObject({ ready: 1, wrong: 601 });
    const [last] = await query<{ problems: { reason: string }[] }>(
      "select problems from import_row where number = 602",
    );
    expect(last!.problems[0]!.reason).toBe('import_payment_line_differs|{"line":2}');
    expect(await stored()).toEqual([]);
  });

  test("leave alone what was recorded or paid since the check", async () => {
    const [site] = [await deal("Nord GmbH", "Website"), await deal("Nord GmbH", "Shop")];
    const id = await imported(["Company,Deal,Paid on", "Nord GmbH,Website,2026-03-02", "Nord GmbH,Shop,2026-03-02"]);
    const other = { paidOn: day("2026-03-10"), amount: null, invoiceNumber: null, invoicedOn: null };
    await inScope((scope) => startImport(scope, id, choice));
    // Recorded between the check of the step and its lock.
    let isHeld = () => {};
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const released = new Promise<void>((resolve) => (goOn = resolve));
    const recording = inScope(async (scope) => {
      await recordCustomerPayments(scope, { deals: [site], payments: [] }, other);
      isHeld();
      await released;
    });
    await held;
    const going = goThrough(inScope, id);
    await new Promise((resolve) => setTimeout(resolve, 200));
    goOn();
    await recording;
    await going;
    expect(await rowsOf(id)).toEqual(["2 wrong: paid_on import_payment_differs", "3 created"]);
    expect(await stored()).toEqual(["Shop 2026-03-02 100000 2026-03-16", "Website 2026-03-10 100000 2026-03-24"]);
  });
});

describe("[PAY-18] undoing the import of customers' payments", () => {
  test("takes back what it recorded, and leaves what was changed or paid since", async () => {
    const ids = [];
    for (const title of ["a", "b", "c", "d"]) ids.push(await deal("Nord GmbH", title));
    const [, changed, removed, paid] = ids as [string, string, string, string];
    const { ids: both } = await months("West KG", "Hosting");
    const id = await started([
      "Company,Deal,Payment ID,Paid on",
      ...["a", "b", "c", "d"].map((title) => `Nord GmbH,${title},,2026-03-02`),
      `,,${both[0]},2026-03-02`,
    ]);
    expect(await counts(id)).toMatchObject({ created: 5 });
    const [entry] = await query<{ data: object }>("select data from audit_log where id = $1", [id]);
    expect(entry!.data).toMatchObject({ list: "customer-payments", created: 5, wrong: 0 });
    const steps = await query<{ action: string; count: string }>(
      "select action, count(*)::text from audit_log where batch_id = $1 group by 1 order by 1",
      [id],
    );
    expect(steps).toEqual([
      { action: "commission.record_customer_payment", count: "1" },
      { action: "deal.record_customer_payment", count: "4" },
    ]);
    // The import is undone on its page, not by the button that undoes a recording by hand.
    await expect(inScope((scope) => undoCustomerPayments(scope, id))).rejects.toMatchObject({ code: "not_found" });
    const again = { paidOn: day("2026-03-02"), amount: null, invoiceNumber: null, invoicedOn: null };
    await inScope((scope) => recordCustomerPayments(scope, { deals: [changed], payments: [] }, again));
    await inScope((scope) => removeCustomerPayments(scope, { deals: [removed], payments: [] }));
    await inScope((scope) => payCommissions(scope, { deals: [paid], receiptUrl: null }));
    const preview = await inScope(async (scope) =>
      previewUndo(scope, (await readImport(scope, "customer-payments", id))!),
    );
    expect(preview).toEqual({ created: 5, kept: 3 });
    expect(await undone(id)).toMatchObject({ created: 3, undone: 2 });
    expect(await stored()).toEqual(["b 2026-03-02 100000 2026-03-16", "d 2026-03-02 100000 2026-03-16"]);
    await expectExactAggregates(db.ownerPool);
    const [last] = await query<{ data: object }>(
      "select data from audit_log where action = 'list.undo_import' and org_id = $1",
      [org.orgId],
    );
    expect(last!.data).toMatchObject({ list: "customer-payments", undone: 2, kept: 3, undoes: id });
    // The same file can be imported again.
    const repeated = await started(["Company,Deal,Paid on", "Nord GmbH,a,2026-03-02", "Nord GmbH,b,2026-03-02"]);
    expect(await counts(repeated)).toMatchObject({ created: 1, duplicate: 1 });
  });
});
