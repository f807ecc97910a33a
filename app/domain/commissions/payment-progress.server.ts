import { day, type Day } from "../shared/dates";
import type { Scope } from "../shared/scope";

/** How many of a recurring deal's months are paid, due and still to come. */
export interface PaymentProgress {
  paid: number;
  due: number;
  planned: number;
  /** The next month that falls due. */
  next: Day | null;
}

/** The progress of each of these deals by its id; deals without monthly payments are left out. */
export async function paymentProgress(
  scope: Scope,
  dealIds: string[],
): Promise<Map<string, PaymentProgress>> {
  const today = await scope.today();
  const rows = await scope.db.$queryRaw<
    { deal_id: string; paid: number; due: number; planned: number; next: string | null }[]
  >`
    select deal_id,
           count(*) filter (where status = 'paid')::int as paid,
           count(*) filter (where status = 'pending' and period_start <= ${today}::date)::int as due,
           count(*) filter (where status = 'pending' and period_start > ${today}::date)::int as planned,
           (min(period_start) filter (where status = 'pending' and period_start > ${today}::date))::text as next
    from commission_payment
    where org_id = ${scope.orgId}::uuid and deal_id = any(${dealIds}::uuid[])
    group by deal_id`;
  return new Map(
    rows.map(({ deal_id, next, ...counts }) => [
      deal_id,
      { ...counts, next: next === null ? null : day(next) },
    ]),
  );
}
