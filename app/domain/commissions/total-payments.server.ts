import { readAggregates, aggregatesOfKind, totalOf, type Aggregate } from "../reports/aggregates.server";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { paidInPeriod } from "../transactions/list-transactions.server";
import type { PaymentFilter, PaymentState } from "./payment";

export interface PaymentTotals {
  state: PaymentState;
  count: number;
  /** Per currency, never across. */
  amounts: Money[];
}

/**
 * Count and sums of each state: monthly payments and one-off commissions, of the organisation or of the filter. Takes the
 * same time at any size. Throws `forbidden`.
 */
export async function totalPayments(
  scope: Scope,
  { kind, affiliateId = null, dealId = null, period = null }: PaymentFilter = {},
): Promise<Record<PaymentState, PaymentTotals>> {
  requireStaff(scope);
  if (dealId) return totalsOfDeal(scope, dealId);
  const aggregates = await readAggregates(scope, [...aggregatesOfKind[kind ?? "both"]], affiliateId, period);
  const total = (state: PaymentState): PaymentTotals => ({
    state,
    ...totalOf(aggregates.filter((aggregate) => stateOf(aggregate) === state)),
  });
  const [due, planned] = [total("due"), total("planned")];
  if (!period) return { due, planned, paid: total("paid") };
  const paid = await paidInPeriod(scope, period, { kind, affiliateId });
  return { due, planned, paid: { state: "paid", ...totalOf([...paid.with, ...paid.without]) } };
}

/** The state of aggregated commissions today. For open ones it depends on the day they fall due. */
export function stateOf({ state, begun }: Pick<Aggregate, "state" | "begun">): PaymentState {
  if (state !== "open" && state !== "pending") return "paid";
  return begun ? "due" : "planned";
}

/** The same for one deal, from its own few rows. */
async function totalsOfDeal(scope: Scope, dealId: string): Promise<Record<PaymentState, PaymentTotals>> {
  const today = await scope.today();
  const rows = await scope.db.$queryRaw<
    { state: PaymentState; currency: string; count: number; amount: bigint }[]
  >`
    select case when paid then 'paid' when period <= ${today}::date then 'due' else 'planned' end as state, currency,
           count(*)::int as count, sum(amount)::bigint as amount
    from (
      select status = 'paid' as paid, period_start as period, currency, amount
      from commission_payment where org_id = ${scope.orgId}::uuid and deal_id = ${dealId}::uuid
      union all
      select commission_paid, close_date, commission_currency, commission_amount
      from deal
      where org_id = ${scope.orgId}::uuid and id = ${dealId}::uuid
        and deal_type = 'one-time' and (commission_paid or commission_amount > 0)
    ) t
    group by 1, 2`;
  const total = (state: PaymentState): PaymentTotals => {
    const own = rows.filter((row) => row.state === state);
    const amounts = own.map(({ amount, currency }) => ({ amount: fromDatabase(amount), currency }));
    return { state, count: own.reduce((sum, row) => sum + row.count, 0), amounts: sumByCurrency(amounts) };
  };
  return { due: total("due"), planned: total("planned"), paid: total("paid") };
}
