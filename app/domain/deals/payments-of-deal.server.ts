import { day } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { ExistingPayment } from "./plan-payments";

/** Locks the monthly payments of a deal until the transaction ends. */
export async function lockPaymentsOfDeal(scope: Scope, dealId: string): Promise<void> {
  await scope.db.$queryRaw`
    select 1 from commission_payment where org_id = ${scope.orgId}::uuid and deal_id = ${dealId}::uuid
    order by id for update`;
}

/** Reads the monthly payments of a deal, earliest first; `locked` locks them until the transaction ends. */
export async function paymentsOfDeal(
  scope: Scope,
  dealId: string,
  { locked = false }: { locked?: boolean } = {},
): Promise<ExistingPayment[]> {
  if (locked) await lockPaymentsOfDeal(scope, dealId);
  const rows = await scope.db.$queryRaw<
    { id: string; period: string; amount: bigint; currency: string; paid: boolean }[]
  >`
    select id, period_start::text as period, amount, currency, status = 'paid' as paid
    from commission_payment where org_id = ${scope.orgId}::uuid and deal_id = ${dealId}::uuid
    order by period_start`;
  return rows.map(({ id, period, amount, currency, paid }) => ({
    id,
    period: day(period),
    amount: { amount: fromDatabase(amount), currency },
    paid,
  }));
}
