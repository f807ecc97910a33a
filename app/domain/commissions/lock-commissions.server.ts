import { day, type Day } from "../shared/dates";
import { fromDatabase, type Money } from "../shared/money";
import type { Scope } from "../shared/scope";

/** A monthly payment, or the commission of a deal, as it stands and stays until the end of the transaction. */
export interface LockedCommission {
  /** Of the payment or of the deal. */
  id: string;
  /** The commission of a one-time deal. Neither one-off nor with a month: a recurring deal, which is paid by month. */
  oneOff: boolean;
  /** The month a monthly payment is for. */
  period: Day | null;
  paid: boolean;
  commission: Money;
  affiliateId: string | null;
  company: string;
  deal: string;
}

interface Row {
  id: string;
  one_off: boolean;
  period: string | null;
  paid: boolean;
  amount: bigint;
  currency: string;
  affiliate_id: string | null;
  company: string;
  deal: string;
}

/**
 * Locks commissions and reads them. All calls lock deals before payments and both by their ids: in two orders they would
 * wait for each other for ever. Ids of nothing are left out.
 */
export async function lockCommissions(
  scope: Scope,
  { payments, deals }: { payments: readonly string[]; deals: readonly string[] },
): Promise<LockedCommission[]> {
  const lockedDeals = await scope.db.$queryRaw<Row[]>`
    select d.id, d.deal_type = 'one-time' as one_off, null::text as period, d.commission_paid as paid,
           d.commission_amount as amount, d.commission_currency as currency, d.affiliate_id, l.company_name as company,
           d.title as deal
    from deal d join lead l on l.org_id = d.org_id and l.id = d.lead_id
    where d.org_id = ${scope.orgId}::uuid and d.id = any(${deals}::uuid[])
    order by d.id for update of d`;
  const lockedPayments = await scope.db.$queryRaw<Row[]>`
    select p.id, false as one_off, p.period_start::text as period, p.status = 'paid' as paid, p.amount, p.currency,
           p.affiliate_id, l.company_name as company, d.title as deal
    from commission_payment p
    join deal d on d.org_id = p.org_id and d.id = p.deal_id
    join lead l on l.org_id = d.org_id and l.id = d.lead_id
    where p.org_id = ${scope.orgId}::uuid and p.id = any(${payments}::uuid[])
    order by p.id for update of p`;
  return [...lockedDeals, ...lockedPayments].map(({ id, paid, company, deal, ...row }) => ({
    ...{ id, paid, company, deal },
    oneOff: row.one_off,
    period: row.period === null ? null : day(row.period),
    commission: { amount: fromDatabase(row.amount), currency: row.currency },
    affiliateId: row.affiliate_id,
  }));
}
