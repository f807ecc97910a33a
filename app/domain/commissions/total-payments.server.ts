import type { PaymentState } from "../deals/plan-payments";
import { hasOneOff, stateOf } from "../deals/owed-commission.server";
import { aggregatesOf, aggregatesOfKind, totalOf, type Aggregate } from "../shared/aggregates.server";
import { runQuery, type Query } from "../shared/query-together.server";
import type { Day } from "../shared/dates";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { paidInPeriod } from "./list-transactions.server";
import type { PaymentFilter } from "./commission";

export interface PaymentTotals {
  state: PaymentState;
  count: number;
  /** One sum per currency. */
  amounts: Money[];
}

/**
 * Returns count and sums of each state: monthly payments and one-off commissions, of the organization or of the filter.
 * The duration does not depend on the number of payments. Throws `forbidden`.
 */
export async function totalPayments(
  scope: Scope,
  { dealId = null, ...filter }: PaymentFilter = {},
): Promise<Record<PaymentState, PaymentTotals>> {
  requireStaff(scope);
  if (dealId) return totalsOfDeal(scope, dealId);
  const totals = await runQuery(scope, paymentTotals(scope, await scope.today(), filter));
  if (!filter.period) return totals;
  const paid = await paidInPeriod(scope, filter.period, filter);
  return { ...totals, paid: { state: "paid", ...totalOf([...paid.with, ...paid.without]) } };
}

/**
 * The query of {@link totalPayments} without a deal. For a period it covers only what falls due in it. Throws
 * `forbidden`.
 */
export function paymentTotals(
  scope: Scope,
  today: Day,
  { kind, affiliateId = null, period = null }: Omit<PaymentFilter, "dealId"> = {},
): Query<Record<PaymentState, PaymentTotals>> {
  requireStaff(scope);
  const asked = aggregatesOf(scope, today, {
    kinds: aggregatesOfKind[kind ?? "both"],
    affiliateId,
    due: period,
  });
  const resultOf = (rows: never[]) => {
    const aggregates = asked.resultOf(rows);
    const total = (state: PaymentState): PaymentTotals => ({
      state,
      ...totalOf(aggregates.filter((aggregate) => aggregateState(aggregate) === state)),
    });
    return ofStates(total);
  };
  return { ...asked, resultOf };
}

/** Returns the state of aggregated commissions today, as `paymentState` does for one. */
export function aggregateState({ state, begun }: Pick<Aggregate, "state" | "begun">): PaymentState {
  if (state !== "open" && state !== "pending" && state !== "waiting") return "paid";
  if (!begun) return "planned";
  return state === "waiting" ? "waiting" : "due";
}

const ofStates = <T>(total: (state: PaymentState) => T): Record<PaymentState, T> => ({
  due: total("due"),
  waiting: total("waiting"),
  planned: total("planned"),
  paid: total("paid"),
});

/** Returns the same for one deal, from its own rows. */
async function totalsOfDeal(scope: Scope, dealId: string): Promise<Record<PaymentState, PaymentTotals>> {
  const today = await scope.today();
  const rows = await scope.db.$queryRaw<{ state: PaymentState; currency: string; count: number; amount: bigint }[]>(sql`
    select ${stateOf(sql`paid`, sql`period`, today)} as state, currency, count(*)::int as count,
           sum(amount)::bigint as amount
    from (
      select status = 'paid' as paid, period_start as period, due_on, currency, amount
      from commission_payment where org_id = ${scope.orgId}::uuid and deal_id = ${dealId}::uuid
      union all
      select commission_paid, close_date, due_on, commission_currency, commission_amount
      from deal
      where org_id = ${scope.orgId}::uuid and id = ${dealId}::uuid
        and ${hasOneOff}
    ) t
    group by 1, 2`);
  const total = (state: PaymentState): PaymentTotals => {
    const own = rows.filter((row) => row.state === state);
    const amounts = own.map(({ amount, currency }) => ({ amount: fromDatabase(amount), currency }));
    return { state, count: own.reduce((sum, row) => sum + row.count, 0), amounts: sumByCurrency(amounts) };
  };
  return ofStates(total);
}
