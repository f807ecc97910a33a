import { alignPayments } from "../deals/align-payments.server";
import { dropClaims } from "../deals/record-claims.server";
import { paidMonths } from "../deals/paid-months.server";
import { monthUnder } from "../deals/plan-payments";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { lockCommissions, type LockedCommission } from "./lock-commissions.server";

/**
 * Makes paid commissions unpaid again and removes their receipts. It changes only commissions that are still paid once
 * they are locked and that fulfill `still`. If the contract changed after the payment, the month gets the amount of the
 * contract. A month that ended with its deal is deleted and is not owed back. Throws `claim_deducted` if a payout has
 * deducted it, and `inPayout` if one has ended with its deal and stays in its payout.
 *
 * @returns the commissions before the change.
 */
export async function reopenCommissions(
  scope: Scope,
  { payments, deals }: { payments: readonly string[]; deals: readonly string[] },
  still: (commission: LockedCommission) => boolean,
  inPayout: "commission_in_payout" | "undo_too_late" = "commission_in_payout",
): Promise<LockedCommission[]> {
  // Locks deals before payments, each in the order of the ids, like everywhere. The ids are one list, because with "or"
  // Postgres would read every deal.
  await scope.db.$queryRaw`
    select count(*) from (
      select 1 from deal
      where org_id = ${scope.orgId}::uuid and id in (
        select unnest(${deals}::uuid[])
        union all
        select deal_id from commission_payment
        where org_id = ${scope.orgId}::uuid and id = any(${payments}::uuid[]))
      order by id for update
    ) locked`;
  await scope.db.$queryRaw`
    select count(*) from (
      select 1 from commission_payment
      where org_id = ${scope.orgId}::uuid and deal_id in (
        select deal_id from commission_payment
        where org_id = ${scope.orgId}::uuid and id = any(${payments}::uuid[]))
      order by id for update
    ) locked`;
  const found = await lockCommissions(scope, { payments, deals });
  const reopened = found.filter((one) => one.paid && still(one));
  // It is no longer owed, but the statement that was issued has it.
  if (reopened.some(({ ended, payoutId }) => ended && payoutId !== null)) throw new DomainError(inPayout);
  const ids = (some: LockedCommission[]) => some.map(({ id }) => id);
  const oneOff = reopened.filter((one) => one.oneOff);
  const months = reopened.filter((one) => !one.oneOff);
  await dropClaims(scope, { payments: ids(months.filter(({ ended }) => ended)), deals: ids(oneOff) });
  // A month that has ended with its deal is not owed, so it cannot be pending.
  await scope.db.commissionPayment.deleteMany({
    where: { id: { in: ids(months.filter(({ ended }) => ended)) }, status: "paid" },
  });
  const unpaid = { receiptUrl: null, batchId: null };
  await scope.db.deal.updateMany({
    where: { id: { in: ids(oneOff) }, commissionPaid: true },
    data: { commissionPaid: false, paymentDate: null, ...unpaid },
  });
  await scope.db.commissionPayment.updateMany({
    where: { id: { in: ids(months.filter(({ ended }) => !ended)) }, status: "paid" },
    data: { status: "pending", paidDate: null, ...unpaid },
  });
  await alignContracts(scope, reopened);
  return reopened;
}

/**
 * Adjusts the deals of these payments whose contract has changed. In a payout, the amount stays that of its statement.
 */
async function alignContracts(scope: Scope, reopened: LockedCommission[]): Promise<void> {
  const monthly = reopened.filter(({ period, payoutId }) => period !== null && payoutId === null);
  const deals = await scope.db.deal.findMany({ where: { id: { in: monthly.map(({ dealId }) => dealId) } } });
  for (const deal of deals) {
    const contract = paidMonths(deal);
    const own = monthly.filter(({ dealId }) => dealId === deal.id);
    const asAgreed = own.every(({ period, commission }) => {
      const month = contract && monthUnder(contract, period!);
      return (
        month?.period === period &&
        month?.amount.amount === commission.amount &&
        month.amount.currency === commission.currency
      );
    });
    if (!asAgreed) await alignPayments(scope, deal);
  }
}
