import type { AuditEvent } from "../audit/record-audit.server";
import { monthIsOwed } from "../deals/owed-commission.server";
import { day, type Day } from "../shared/dates";
import { fromDatabase, type Money } from "../shared/money";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";

/** A monthly payment or the commission of a deal, locked until the end of the transaction. */
export interface LockedCommission {
  /** Id of the payment or of the deal. */
  id: string;
  /** True for the commission of a one-time deal; false for one of a recurring deal, which has no `period`. */
  oneOff: boolean;
  /** The month of a monthly payment. */
  period: Day | null;
  paid: boolean;
  paidOn: Day | null;
  receiptUrl: string | null;
  /** The audit entry of the action that paid it. */
  batchId: string | null;
  /** The payout that pays it. */
  payoutId: string | null;
  commission: Money;
  /** What the customer pays for it: the amount of the deal, or the revenue of a month. */
  sold: Money;
  /** When it is due; null while it waits for the customer's payment. */
  due: Day | null;
  customerPaidOn: Day | null;
  /** It ended with its deal, so it is not owed while unpaid. */
  ended: boolean;
  affiliateId: string | null;
  company: string;
  deal: string;
  dealId: string;
}

interface Row {
  id: string;
  one_off: boolean;
  period: string | null;
  paid: boolean;
  paid_on: string | null;
  receipt_url: string | null;
  batch_id: string | null;
  payout_id: string | null;
  amount: bigint;
  currency: string;
  sold: bigint;
  sold_currency: string;
  due: string | null;
  customer_paid_on: string | null;
  ended: boolean;
  affiliate_id: string | null;
  company: string;
  deal: string;
  deal_id: string;
}

/**
 * Locks commissions and reads them. All calls lock deals before payments, each in the order of the ids. With different
 * orders, two calls could block each other. Unknown ids are left out.
 */
export async function lockCommissions(
  scope: Scope,
  { payments, deals }: { payments: readonly string[]; deals: readonly string[] },
): Promise<LockedCommission[]> {
  const lockedDeals = await scope.db.$queryRaw<Row[]>`
    select d.id, d.deal_type = 'one-time' as one_off, null::text as period, d.commission_paid as paid,
           d.payment_date::text as paid_on, d.receipt_url, d.batch_id, d.payout_id, d.commission_amount as amount,
           d.commission_currency as currency, d.amount as sold, d.currency as sold_currency, d.due_on::text as due,
           d.customer_paid_on::text, d.commission_ended as ended, d.affiliate_id, l.company_name as company,
           d.title as deal, d.id as deal_id
    from deal d join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id
    where d.org_id = ${scope.orgId}::uuid and d.id = any(${deals}::uuid[])
    order by d.id for update of d`;
  const lockedPayments = await scope.db.$queryRaw<Row[]>(sql`
    select p.id, false as one_off, p.period_start::text as period, p.status = 'paid' as paid,
           p.paid_date::text as paid_on, p.receipt_url, p.batch_id, p.payout_id, p.amount, p.currency,
           coalesce(d.mrr, 0) as sold, d.currency as sold_currency, p.due_on::text as due, p.customer_paid_on::text,
           not ${monthIsOwed(sql`p.period_start`)} as ended, p.affiliate_id, l.company_name as company,
           d.title as deal, d.id as deal_id
    from commission_payment p
    join deal d on d.org_id = ${scope.orgId}::uuid and d.id = p.deal_id
    join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id
    where p.org_id = ${scope.orgId}::uuid and p.id = any(${payments}::uuid[])
    order by p.id for update of p`);
  return [...lockedDeals, ...lockedPayments].map(({ id, paid, company, deal, ...row }) => ({
    id,
    paid,
    company,
    deal,
    oneOff: row.one_off,
    period: row.period === null ? null : day(row.period),
    commission: { amount: fromDatabase(row.amount), currency: row.currency },
    sold: { amount: fromDatabase(row.sold), currency: row.sold_currency },
    due: row.due === null ? null : day(row.due),
    customerPaidOn: row.customer_paid_on === null ? null : day(row.customer_paid_on),
    ended: row.ended,
    affiliateId: row.affiliate_id,
    paidOn: row.paid_on === null ? null : day(row.paid_on),
    receiptUrl: row.receipt_url,
    batchId: row.batch_id,
    payoutId: row.payout_id,
    dealId: row.deal_id,
  }));
}

/** Returns how the audit log refers to a commission. */
export const entityOf = ({
  oneOff,
  id,
}: Pick<LockedCommission, "oneOff" | "id">): Pick<AuditEvent, "entity" | "entityId"> => ({
  entity: oneOff ? "deal" : "commission_payment",
  entityId: id,
});
