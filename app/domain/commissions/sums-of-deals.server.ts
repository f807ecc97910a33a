import type { PaymentState } from "../deals/plan-payments";
import { hasOneOff, stateOf } from "../deals/owed-commission.server";
import { fromDatabase } from "../shared/money";
import type { Period } from "../shared/period";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import type { CommissionKind, FoundCommissions } from "./commission";

/** The found commissions in one state and currency. */
export interface SumOfDeals {
  state: PaymentState;
  hasReceipt: boolean;
  affiliateId: string | null;
  currency: string;
  count: number;
  /** Minor units. */
  amount: number;
}

interface Narrowed {
  kind?: CommissionKind | null;
  affiliateId?: string | null;
  period?: Period | null;
}

/**
 * Sums the commissions that were found from their rows, by state, receipt, affiliate and currency. A period limits open
 * ones by the day they fall due, paid ones by the payment date. The caller checks the permission.
 */
export async function sumsOfDeals(
  scope: Scope,
  found: FoundCommissions,
  { kind = null, affiliateId = null, period = null }: Narrowed = {},
): Promise<SumOfDeals[]> {
  const today = await scope.today();
  const deals = sql`any(${[...found.dealIds]}::uuid[])`;
  const ids = sql`any(${[...found.ids]}::uuid[])`;
  const rows = await scope.db.$queryRaw<
    {
      state: PaymentState;
      receipt: boolean;
      affiliate_id: string | null;
      currency: string;
      count: number;
      amount: bigint;
    }[]
  >(sql`
    select ${stateOf(sql`paid`, sql`period`, today)} as state, receipt, affiliate_id, currency, count(*)::int as count,
           sum(amount)::bigint as amount
    from (
      select 'payment' as kind, status = 'paid' as paid, period_start as period, due_on, paid_date, currency, amount,
             affiliate_id, receipt_url is not null as receipt
      from commission_payment where org_id = ${scope.orgId}::uuid and (deal_id = ${deals} or id = ${ids})
      union all
      select 'deal', commission_paid, close_date, due_on, payment_date, commission_currency, commission_amount,
             affiliate_id, receipt_url is not null
      from deal
      where org_id = ${scope.orgId}::uuid and (id = ${deals} or id = ${ids}) and ${hasOneOff}
    ) t
    where (${kind}::text is null or kind = ${kind})
      and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
      and (${period?.from ?? null}::date is null
        or case when paid then paid_date else coalesce(due_on, period) end
          between ${period?.from ?? null}::date and ${period?.to ?? null}::date)
    group by 1, 2, 3, 4`);
  return rows.map(({ receipt, affiliate_id, amount, ...row }) => ({
    ...row,
    hasReceipt: receipt,
    affiliateId: affiliate_id,
    amount: fromDatabase(amount),
  }));
}
