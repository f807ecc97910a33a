import { day, type Day } from "../shared/dates";
import { recordId } from "../shared/fields";
import { grouped } from "../shared/grouped";
import { fromDatabase, type Money } from "../shared/money";
import { nfc } from "../shared/nfc";
import type { Scope } from "../shared/scope";
import { visible } from "../shared/visible";
import type { RowProblem } from "./import.schema";
import type { PaymentField, PaymentRow } from "./payment-fields";

/** What a row says about its commission. */
export type NamedCommission = Pick<
  PaymentRow,
  "company_name" | "deal" | "deal_id" | "payment_id" | "month" | "invoice_number"
>;

/** A commission that a row names, with the customer's payment that is recorded for it. */
export interface FoundCommission {
  /** Id of the monthly payment or of the one-time deal. */
  id: string;
  /** What the customer pays for it. */
  sold: Money;
  /** Whether it is paid to the affiliate. */
  paidOut: boolean;
  recorded: { paidOn: Day; amount: number | null; invoiceNumber: string | null; invoicedOn: Day | null } | null;
}

/** Finds the commission of each row, or why there is none. One set of queries for all rows. */
export async function findCommissions(
  scope: Scope,
  rows: readonly NamedCommission[],
): Promise<(FoundCommission | RowProblem)[]> {
  const { deals, isKnown } = await findDeals(scope, rows);
  const recurring = rows.flatMap((row) => (row.month ? deals(row).filter(({ oneOff }) => !oneOff) : []));
  const months = await findMonths(scope, recurring, rows);
  const invoices = await findInvoices(scope, rows);
  const named = rows.map((row) => nameOf(row, { deals: deals(row), isKnown, months, invoices }));
  const ids = named.flatMap((one) => ("id" in one ? one.id : []));
  const facts = await readFacts(scope, ids);
  return named.map((one) => ("id" in one ? (facts.get(one.id) ?? problem(one.by, unknownOf[one.by])) : one));
}

interface NamedDeal {
  id: string;
  oneOff: boolean;
}

const problem = (field: PaymentField, reason: string): RowProblem => ({ field, reason });

/** What names a commission, and the problem if nothing has that name. */
const unknownOf = {
  payment_id: "import_payment_unknown",
  deal_id: "import_deal_unknown",
  deal: "import_deal_unknown",
  company_name: "import_company_unknown",
  month: "import_month_unknown",
  invoice_number: "import_invoice_unknown",
} as const;

const unknownCompany = ["company_name", "import_company_unknown"] as const;

/** What is stored under the names of a row. */
interface Stored {
  deals: readonly NamedDeal[];
  /** Whether a row has an id, or a company that has deals. */
  isKnown: (row: NamedCommission) => boolean;
  months: ReadonlyMap<string, string>;
  invoices: ReadonlyMap<string, readonly string[]>;
}

type Named = { id: string; by: keyof typeof unknownOf };

/**
 * Returns what a row names. An id counts before names, and the number of an invoice only without a deal, because it may
 * be new. Of a recurring deal the month decides; of several deals of a company it may.
 */
function nameOf(row: NamedCommission, { deals, isKnown, months, invoices }: Stored): Named | RowProblem {
  if (row.payment_id) return { id: idOf(row.payment_id), by: "payment_id" };
  if (!row.deal_id && !row.company_name) {
    if (row.deal) return problem("company_name", "import_company_required");
    if (!row.invoice_number) return problem("deal", "import_payment_unnamed");
    const [first, second] = invoices.get(row.invoice_number) ?? [];
    if (second) return problem("invoice_number", "import_invoice_ambiguous");
    return first ? { id: first, by: "invoice_number" } : problem("invoice_number", unknownOf.invoice_number);
  }
  const by = row.deal_id ? "deal_id" : row.deal ? "deal" : "company_name";
  if (deals.length === 0) return problem(...(isKnown(row) ? ([by, unknownOf[by]] as const) : unknownCompany));
  const { month } = row;
  const inMonth = month ? deals.flatMap(({ id }) => months.get(monthKey(id, month)) ?? []) : [];
  const [only] = inMonth;
  if (only && inMonth.length === 1) return { id: only, by: "month" };
  const [deal] = deals;
  if (deals.length > 1 || !deal) return problem(by, "import_deal_ambiguous");
  if (deal.oneOff) return { id: deal.id, by };
  return month ? problem("month", unknownOf.month) : problem("month", "import_month_required");
}

/** An id that no row has, for texts that are not ids. */
const NO_ID = "00000000-0000-4000-8000-000000000000";
const idOf = (text: string) => recordId.safeParse(text.toLowerCase()).data ?? NO_ID;

/** How names are compared. */
const fold = (text: string) => nfc(visible(text).trim().toLowerCase());

/** Returns a function that finds the deals of a row: by id, or by company and title; and one that knows its company. */
async function findDeals(
  scope: Scope,
  rows: readonly NamedCommission[],
): Promise<{ deals: (row: NamedCommission) => readonly NamedDeal[]; isKnown: Stored["isKnown"] }> {
  const ids = [...new Set(rows.flatMap((row) => (row.deal_id ? idOf(row.deal_id) : [])))];
  const byId = new Map(
    ids.length === 0
      ? []
      : (
          await scope.db.$queryRaw<NamedDeal[]>`
            select id, deal_type = 'one-time' as "oneOff" from deal
            where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[])`
        ).map((deal) => [deal.id, deal] as const),
  );
  const companies = [
    ...new Set(rows.flatMap((row) => (!row.deal_id && row.company_name ? fold(row.company_name) : []))),
  ];
  const ofCompanies =
    companies.length === 0
      ? []
      : await scope.db.$queryRaw<(NamedDeal & { company: string; title: string })[]>`
          select d.id, d.deal_type = 'one-time' as "oneOff", l.company_name as company, d.title
          from lead l join deal d on d.org_id = ${scope.orgId}::uuid and d.lead_id = l.id
          where l.org_id = ${scope.orgId}::uuid and l.status = 'converted'
            and lower(l.company_name) = any(${companies}::text[])`;
  const byCompany = grouped(ofCompanies, ({ company }) => fold(company));
  const ofCompany = ({ company_name: name }: NamedCommission) => (name ? (byCompany.get(fold(name)) ?? []) : []);
  return {
    isKnown: (row) => Boolean(row.deal_id) || ofCompany(row).length > 0,
    deals(row) {
      if (row.deal_id) {
        const found = byId.get(idOf(row.deal_id));
        return found ? [found] : [];
      }
      const { deal } = row;
      return ofCompany(row).filter(({ title }) => !deal || fold(title) === fold(deal));
    },
  };
}

const monthKey = (dealId: string, month: string) => `${dealId} ${month.slice(0, 7)}`;

/** Returns the ids of the monthly payments of deals, by deal and month. */
async function findMonths(
  scope: Scope,
  deals: readonly NamedDeal[],
  rows: readonly NamedCommission[],
): Promise<Map<string, string>> {
  const ids = [...new Set(deals.map(({ id }) => id))];
  const months = [...new Set(rows.flatMap(({ month }) => month ?? []))];
  if (ids.length === 0 || months.length === 0) return new Map();
  const found = await scope.db.$queryRaw<{ id: string; dealId: string; month: string }[]>`
    select id, deal_id as "dealId", period_start::text as month from commission_payment
    where org_id = ${scope.orgId}::uuid and deal_id = any(${ids}::uuid[])
      and date_trunc('month', period_start)::date = any(${months}::date[])`;
  return new Map(found.map(({ id, dealId, month }) => [monthKey(dealId, month), id]));
}

/** Returns the ids of the commissions with the stored numbers of invoices, at most two of each. */
async function findInvoices(scope: Scope, rows: readonly NamedCommission[]): Promise<Map<string, string[]>> {
  const numbers = [
    ...new Set(
      rows.flatMap((row) => (!row.payment_id && !row.deal_id && row.invoice_number ? row.invoice_number : [])),
    ),
  ];
  if (numbers.length === 0) return new Map();
  const found = await scope.db.$queryRaw<{ number: string; ids: string[] }[]>`
    select number, (array_agg(id))[1:2]::text[] as ids from (
      select invoice_number as number, id from deal
      where org_id = ${scope.orgId}::uuid and invoice_number = any(${numbers}::text[])
      union all
      select invoice_number, id from commission_payment
      where org_id = ${scope.orgId}::uuid and invoice_number = any(${numbers}::text[])
    ) named group by number`;
  return new Map(found.map(({ number, ids }) => [number, ids]));
}

interface Row {
  id: string;
  currency: string;
  sold: bigint;
  paid_out: boolean;
  paid_on: string | null;
  paid_amount: bigint | null;
  invoice_number: string | null;
  invoiced_on: string | null;
}

/** Reads commissions by their ids. Recurring deals have none of their own, and are left out like unknown ids. */
async function readFacts(scope: Scope, ids: readonly string[]): Promise<Map<string, FoundCommission>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.db.$queryRaw<Row[]>`
    select id, currency, amount as sold, commission_paid as paid_out, customer_paid_on::text as paid_on,
           customer_paid_amount as paid_amount, invoice_number, invoiced_on::text
    from deal where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[]) and deal_type = 'one-time'
    union all
    select p.id, d.currency, coalesce(d.mrr, 0), p.status = 'paid', p.customer_paid_on::text,
           p.customer_paid_amount, p.invoice_number, p.invoiced_on::text
    from commission_payment p join deal d on d.org_id = ${scope.orgId}::uuid and d.id = p.deal_id
    where p.org_id = ${scope.orgId}::uuid and p.id = any(${ids}::uuid[])`;
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        sold: { amount: fromDatabase(row.sold), currency: row.currency },
        paidOut: row.paid_out,
        recorded:
          row.paid_on === null
            ? null
            : {
                paidOn: day(row.paid_on),
                amount: row.paid_amount === null ? null : fromDatabase(row.paid_amount),
                invoiceNumber: row.invoice_number,
                invoicedOn: row.invoiced_on === null ? null : day(row.invoiced_on),
              },
      },
    ]),
  );
}
