import { runQuery, query, type Query } from "../shared/query-together.server";
import { day, type Day } from "../shared/dates";
import type { Scope } from "../shared/scope";

/** Number of a recurring deal's months that are paid, due and planned. */
export interface PaymentProgress {
  paid: number;
  due: number;
  planned: number;
  /** The next month that falls due. */
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
           count(*) filter (where status = 'paid')::int as paid,
           count(*) filter (where status = 'pending' and period_start <= ${today}::date)::int as due,
           count(*) filter (where status = 'pending' and period_start > ${today}::date)::int as planned,
           (min(period_start) filter (where status = 'pending' and period_start > ${today}::date))::text as next
    from commission_payment
    where org_id = ${scope.orgId}::uuid and deal_id = any(${[...dealIds]}::uuid[])
    group by deal_id`;
