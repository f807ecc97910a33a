import type { Scope } from "../shared/scope";

/**
 * Makes the payouts that an action marked paid open again, with their claims and runs. The caller makes their
 * commissions unpaid.
 */
export async function reopenPayouts(scope: Scope, batchId: string): Promise<void> {
  const reopened = await scope.db.$queryRaw<{ id: string; run_id: string }[]>`
    update payout set state = 'open', paid_on = null, batch_id = null
    where org_id = ${scope.orgId}::uuid and batch_id = ${batchId}::uuid and state = 'paid'
    returning id, run_id`;
  if (reopened.length === 0) return;
  const ids = reopened.map(({ id }) => id);
  await scope.db.commissionClaim.updateMany({ where: { payoutId: { in: ids } }, data: { settledOn: null } });
  await scope.db.payoutRun.updateMany({
    where: { id: { in: [...new Set(reopened.map((one) => one.run_id))] }, state: "paid" },
    data: { state: "sent" },
  });
}
