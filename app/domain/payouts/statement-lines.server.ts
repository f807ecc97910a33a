import type { EndReason } from "../deals/deal-end";
import { owesOneOff } from "../deals/owed-commission.server";
import { readTrace } from "../deals/stored-trace";
import type { LineKind } from "../documents/document";
import { day, type Day } from "../shared/dates";
import { grouped } from "../shared/grouped";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import type { PaidLine } from "./build-documents";
import type { StatementLine } from "./statement";

/** Planned commissions that a statement lists of one affiliate; more would hide what is paid. */
export const MAX_PLANNED = 50;

interface Row {
  id: string;
  kind: LineKind;
  affiliate_id: string;
  deal_id: string;
  deal: string;
  company: string;
  period: string;
  due: string | null;
  invoice_number: string | null;
  invoiced_on: string | null;
  customer_paid_on: string | null;
  customer_paid: bigint | null;
  sold_in: string;
  trace: unknown;
  amount: bigint;
  /** What was paid back or waived of a claim. */
  settled: bigint;
  currency: string;
  reason: string | null;
  is_month: boolean;
  corrects: string | null;
}

const optionalDay = (text: string | null): Day | null => (text === null ? null : day(text));

function lineOf(row: Row, log: Scope["log"]): StatementLine {
  const amount = fromDatabase(row.amount);
  const commission = { amount: Math.abs(amount) + fromDatabase(row.settled), currency: row.currency };
  return {
    kind: row.kind,
    id: row.id,
    deal: row.deal,
    company: row.company,
    period: day(row.period),
    due: optionalDay(row.due),
    invoiceNumber: row.invoice_number,
    invoicedOn: optionalDay(row.invoiced_on),
    customerPaidOn: optionalDay(row.customer_paid_on),
    customerPaid:
      row.customer_paid === null ? null : { amount: fromDatabase(row.customer_paid), currency: row.sold_in },
    trace: readTrace({ id: row.deal_id, commissionTrace: row.trace, commission }, log),
    amount,
    ...(row.settled > 0n && { settled: fromDatabase(row.settled) }),
    reason: row.reason as EndReason | null,
  };
}

/** The columns of a line, from a commission `c` and its deal `d`. */
const columns = (kind: Sql, period: Sql, amount: Sql, currency: Sql, reason: Sql) => sql`
  ${kind} as kind, c.affiliate_id, d.id as deal_id, d.title as deal, l.company_name as company,
  ${period}::text as period, c.id, c.due_on::text as due, c.invoice_number, c.invoiced_on::text as invoiced_on,
  c.customer_paid_on::text as customer_paid_on, c.customer_paid_amount as customer_paid, d.currency as sold_in,
  d.commission_trace as trace, ${amount} as amount, 0::bigint as settled, ${currency} as currency, ${reason} as reason,
  ${kind} = 'payment' as is_month, null::text as corrects`;

const dealColumns = columns(
  sql`'deal'`,
  sql`c.close_date`,
  sql`c.commission_amount`,
  sql`c.commission_currency`,
  sql`null::text`,
);
const monthColumns = columns(sql`'payment'`, sql`c.period_start`, sql`c.amount`, sql`c.currency`, sql`null::text`);

const byAffiliate = <T>(rows: readonly Row[], of: (row: Row) => T): Map<string, T[]> =>
  new Map([...grouped(rows, (row) => row.affiliate_id)].map(([id, own]) => [id, own.map(of)]));

/** Reads these lines for the statements of their affiliates, by affiliate, in the order of their periods. */
export async function readStatementLines(
  scope: Scope,
  lines: readonly { kind: LineKind; id: string }[],
): Promise<Map<string, PaidLine[]>> {
  const idsOf = (kind: LineKind) => lines.flatMap((line) => (line.kind === kind ? [line.id] : []));
  const of = sql`join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id`;
  const claim = sql`
    'claim' as kind, k.affiliate_id, d.id as deal_id, d.title as deal, l.company_name as company,
    k.period::text as period, k.id, k.period::text as due, coalesce(c.invoice_number, d.invoice_number),
    coalesce(c.invoiced_on, d.invoiced_on)::text, coalesce(c.customer_paid_on, d.customer_paid_on)::text,
    coalesce(c.customer_paid_amount, d.customer_paid_amount), d.currency, d.commission_trace, k.settled_amount - k.amount, k.settled_amount, k.currency,
    d.end_reason, k.payment_id is not null, g.number`;
  const rows = await scope.db.$queryRaw<Row[]>(sql`
    select * from (
      select ${dealColumns} from deal c join deal d on d.org_id = ${scope.orgId}::uuid and d.id = c.id ${of}
      where c.org_id = ${scope.orgId}::uuid and c.id = any(${idsOf("deal")}::uuid[])
      union all
      select ${monthColumns}
      from commission_payment c join deal d on d.org_id = ${scope.orgId}::uuid and d.id = c.deal_id ${of}
      where c.org_id = ${scope.orgId}::uuid and c.id = any(${idsOf("payment")}::uuid[])
      union all
      select ${claim}
      from commission_claim k join deal d on d.org_id = ${scope.orgId}::uuid and d.id = k.deal_id ${of}
      left join commission_payment c on c.org_id = ${scope.orgId}::uuid and c.id = k.payment_id
      left join document g on g.org_id = ${scope.orgId}::uuid and g.kind = 'credit_note'
        and g.payout_id = case when k.payment_id is null then d.payout_id else c.payout_id end
        and not exists (select from document x where x.org_id = ${scope.orgId}::uuid and x.cancels = g.id)
      where k.org_id = ${scope.orgId}::uuid and k.id = any(${idsOf("claim")}::uuid[])
    ) lines
    order by affiliate_id, period, id`);
  return byAffiliate(rows, (row) => {
    return { line: lineOf(row, scope.log), isMonth: row.is_month, corrects: row.corrects };
  });
}

/** Reads the commissions of affiliates in a currency that are not in a payout yet and fall due later, or wait. */
export async function readPlannedLines(
  scope: Scope,
  { currency, until, affiliateIds }: { currency: string; until: Day; affiliateIds: readonly string[] },
): Promise<Map<string, StatementLine[]>> {
  const of = sql`join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id`;
  const later = sql`org_id = ${scope.orgId}::uuid and affiliate_id = any(${affiliateIds}::uuid[]) and payout_id is null
    and (due_on is null or due_on > ${until}::date)`;
  const rows = await scope.db.$queryRaw<Row[]>(sql`
    select * from (
      select *, row_number() over (partition by affiliate_id order by coalesce(due, period), id) as n from (
        select ${dealColumns}
        from (select * from deal where ${later} and ${owesOneOff} and commission_currency = ${currency}) c
        join deal d on d.org_id = ${scope.orgId}::uuid and d.id = c.id ${of}
        union all
        select ${monthColumns}
        from (select * from commission_payment where ${later} and status = 'pending' and currency = ${currency}) c
        join deal d on d.org_id = ${scope.orgId}::uuid and d.id = c.deal_id ${of}
      ) all_lines
    ) numbered
    where n <= ${MAX_PLANNED}
    order by affiliate_id, n`);
  return byAffiliate(rows, (row) => lineOf(row, scope.log));
}
