import type { PaymentState } from "../deals/plan-payments";
import { aggregatesOf, aggregatesOfKind, totalOf, type Aggregate } from "../shared/aggregates.server";
import { runQuery, type Query } from "../shared/query-together.server";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { paidInPeriod } from "./list-transactions.server";
import { sumsOfDeals } from "./sums-of-deals.server";
import type { FoundCommissions, PaymentFilter } from "./commission";

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
  { dealId = null, found = null, ...filter }: PaymentFilter = {},
): Promise<Record<PaymentState, PaymentTotals>> {
  requireStaff(scope);
  if (dealId) return totalsOfDeals(scope, { dealIds: [dealId], ids: [] }, {});
  if (found) return totalsOfDeals(scope, found, filter);
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
  { kind, affiliateId = null, period = null }: Omit<PaymentFilter, "dealId" | "found"> = {},
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

/** Returns the same for some commissions, from their rows. */
async function totalsOfDeals(scope: Scope, found: FoundCommissions, filter: Omit<PaymentFilter, "dealId">) {
  const sums = await sumsOfDeals(scope, found, filter);
  return ofStates((state) => ({ state, ...totalOf(sums.filter((one) => one.state === state)) }));
}
