import { runQuery, query, type Query } from "../shared/query-together.server";
import { stateOf } from "./owed-commission.server";
import type { PaymentState } from "./plan-payments";
import { sql } from "../shared/sql";
import { day, type Day } from "../shared/dates";
import type { Scope } from "../shared/scope";

/** Number of a recurring deal's months in each state. */
export interface PaymentProgress extends Record<PaymentState, number> {
  /** The next month that begins, or falls due after its holding days. */
  next: Day | null;
}

interface Row extends Omit<PaymentProgress, "next"> {
  deal_id: string;
  next: string | null;
}

/** Returns the progress of each of these deals by its id; leaves out deals without monthly payments. */
export async function paymentProgress(scope: Scope, dealIds: readonly string[]): Promise<Map<string, PaymentProgress>> {
  if (dealIds.length === 0) return new Map();
  return runQuery(scope, paymentProgressOf(scope, dealIds, await scope.today()));
}

/** The same as a query that can be run together with others. */
export const paymentProgressOf = (
  scope: Scope,
  dealIds: readonly string[],
  today: Day,
): Query<Map<string, PaymentProgress>> =>
  query(
    (rows: Row[]) =>
      new Map(
        rows.map(({ deal_id, next, ...counts }) => [deal_id, { ...counts, next: next === null ? null : day(next) }]),
      ),
  )`
    select deal_id,
           count(*) filter (where state = 'paid')::int as paid,
           count(*) filter (where state = 'due')::int as due,
           count(*) filter (where state = 'waiting')::int as waiting,
           count(*) filter (where state = 'planned')::int as planned,
           (min(coalesce(due_on, period_start)) filter (where state = 'planned'))::text as next
    from (
      select deal_id, due_on, period_start, ${stateOf(sql`status = 'paid'`, sql`period_start`, today)} as state
      from commission_payment
      where org_id = ${scope.orgId}::uuid and deal_id = any(${[...dealIds]}::uuid[])
    ) payment
    group by deal_id`;
