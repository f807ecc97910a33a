import { day, isDay, type Day } from "../shared/dates";
import { readTallies, totalOf } from "../reports/tallies.server";
import { fromDatabase, type Money } from "../shared/money";
import { keyset, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { TransactionKind } from "./transaction.schema";

export interface Transaction {
  kind: TransactionKind;
  id: string;
  affiliate: string | null;
  company: string;
  deal: string;
  /** The month a monthly payment is for. */
  period: Day | null;
  commission: Money;
  paymentDate: Day;
  receiptUrl: string | null;
}

export type ReceiptFilter = "all" | "with" | "without";

/** A page of everything paid, one-off and monthly or one of the two, newest payment first (TRX-02, TRX-05). */
export async function listTransactions(
  scope: Scope,
  filter: ReceiptFilter,
  more: { kind?: TransactionKind | null; cursor?: string | null } = {},
): Promise<Page<Transaction>> {
  requireStaff(scope);
  const wanted = filter === "all" ? null : filter === "with";
  const kind = more.kind ?? null;
  const listed = keyset({ cursor: more.cursor }, "desc", isDay);
  const after = listed.place;
  if (listed.direction === "asc") return { rows: [], previous: null, next: null };
  const rows = await scope.db.$queryRaw<
    {
      kind: TransactionKind;
      id: string;
      affiliate: string | null;
      company: string;
      deal: string;
      period: string | null;
      amount: bigint;
      currency: string;
      payment_date: string;
      receipt_url: string | null;
    }[]
  >`
    select t.kind, t.id, a.name as affiliate, l.company_name as company, d.title as deal, t.period::text, t.amount,
           t.currency, t.payment_date::text, t.receipt_url
    from (
      select org_id, 'deal' as kind, id, id as deal_id, null::date as period, commission_amount as amount,
             commission_currency as currency, payment_date, receipt_url
      from deal where org_id = ${scope.orgId}::uuid and commission_paid
      union all
      select org_id, 'payment', id, deal_id, period_start, amount, currency, paid_date, receipt_url
      from commission_payment where org_id = ${scope.orgId}::uuid and status = 'paid'
    ) t
    join deal d on d.org_id = t.org_id and d.id = t.deal_id
    join lead l on l.org_id = d.org_id and l.id = d.lead_id
    left join affiliate a on a.org_id = d.org_id and a.id = d.affiliate_id
    where (${wanted}::boolean is null or (t.receipt_url is not null) = ${wanted}::boolean)
      and (${kind}::text is null or t.kind = ${kind}::text)
      and (${after?.id ?? null}::uuid is null
           or (t.payment_date, t.id) < (${after?.key ?? null}::date, ${after?.id ?? null}::uuid))
    order by t.payment_date desc, t.id desc
    limit ${listed.take}`;
  const transactions = rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    affiliate: row.affiliate,
    company: row.company,
    deal: row.deal,
    period: row.period === null ? null : day(row.period),
    commission: { amount: fromDatabase(row.amount), currency: row.currency },
    paymentDate: day(row.payment_date),
    receiptUrl: row.receipt_url,
  }));
  return listed.page(transactions, (row) => row.paymentDate);
}

export interface TransactionTotals {
  count: number;
  /** Per currency, never across. */
  amounts: Money[];
}

/** The three summary cards (TRX-01), of everything or of one kind. */
export async function totalTransactions(
  scope: Scope,
  only: { kind?: TransactionKind | null } = {},
): Promise<Record<ReceiptFilter, TransactionTotals>> {
  requireStaff(scope);
  const kinds = { deal: ["one-off"], payment: ["monthly"], both: ["one-off", "monthly"] } as const;
  const tallies = await readTallies(scope, [...kinds[only.kind ?? "both"]]);
  const total = (...states: string[]) => totalOf(tallies.filter((tally) => states.includes(tally.state)));
  return { all: total("paid", "receipt"), with: total("receipt"), without: total("paid") };
}
