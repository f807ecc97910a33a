import type { Scope } from "../shared/scope";

/** Marks a run paid if no payout of it is open any more. The caller has locked it. */
export async function closeRun(scope: Scope, runId: string): Promise<void> {
  const open = await scope.db.payout.count({ where: { runId, state: "open" } });
  if (open > 0) return;
  await scope.db.$executeRaw`
    update payout_run set state = 'paid', sent_at = coalesce(sent_at, ${scope.now}::timestamptz)
    where org_id = ${scope.orgId}::uuid and id = ${runId}::uuid`;
}

/** Returns the ids of the commissions that payouts have. */
export async function commissionsOf(
  scope: Scope,
  payoutIds: readonly string[],
): Promise<{ deals: string[]; payments: string[] }> {
  const of = { where: { payoutId: { in: [...payoutIds] } }, select: { id: true } };
  const deals = await scope.db.deal.findMany(of);
  const payments = await scope.db.commissionPayment.findMany(of);
  return { deals: deals.map(({ id }) => id), payments: payments.map(({ id }) => id) };
}
