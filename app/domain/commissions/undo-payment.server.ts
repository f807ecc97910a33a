import type { AuditEntity } from "../audit/audit-details";
import { actorName, recordAuditEntries, recordBatch } from "../audit/record-audit.server";
import { takeBackNotices } from "../notifications/take-back-notices.server";
import { DomainError } from "../shared/errors";
import { sumByCurrency } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isTooLate, undoable } from "../shared/undo";
import { entityOf, type LockedCommission } from "./lock-commissions.server";
import { reopenCommissions } from "./reopen-commissions.server";
import { reopenPayouts } from "./reopen-payouts.server";

/**
 * Undoes a recent payment action of the acting user or of any API key. It undoes what that action paid and no later
 * action has changed. Programs act for the organization, so another key or a staff member can undo the action of a key;
 * the action of a user can only be undone by that user. Receipts and notifications are removed, and no email is sent.
 * Returns the number of commissions that are unpaid again; 0 if the action was undone before. Throws `not_found`
 * (unknown action, or one of another user), `undo_too_late` (the time is over, or an email is being sent),
 * `claim_deducted`, `forbidden`.
 */
export async function undoPayment(scope: Scope, batchId: string): Promise<number> {
  requireStaff(scope);
  const action = await scope.db.auditEntry.findFirst({
    where: {
      id: batchId,
      action: { in: [...undoable.payment] },
      OR: [{ actor: actorName(scope.actor) }, { actor: { startsWith: "api_key:" } }],
    },
  });
  if (!action) throw new DomainError("not_found");
  const steps = await scope.db.auditEntry.findMany({
    where: { batchId, action: { in: [...undoable.payment] } },
  });
  const idsOf = (entity: AuditEntity) =>
    [action, ...steps].filter((one) => one.entity === entity).map(({ entityId }) => entityId);
  const reopened = await reopenCommissions(
    scope,
    { payments: idsOf("commission_payment"), deals: idsOf("deal") },
    (commission) => commission.batchId === batchId,
    "undo_too_late",
  );
  if (reopened.length === 0) return 0;
  const affiliates = reopened.map(({ affiliateId }) => affiliateId);
  if (isTooLate(action.createdAt, scope.now) || !(await takeBackNotices(scope, batchId, affiliates)))
    throw new DomainError("undo_too_late");
  await reopenPayouts(scope, batchId);
  await recordUndoing(scope, reopened, batchId);
  return reopened.length;
}

async function recordUndoing(scope: Scope, reopened: LockedCommission[], undoes: string): Promise<void> {
  const steps = reopened.map((one) => ({
    action: one.oneOff ? ("deal.undo" as const) : ("commission.undo" as const),
    ...entityOf(one),
    data: { ...one.commission, ...(one.period && { period: one.period }), undoes },
  }));
  if (steps.length === 1) return recordAuditEntries(scope, steps);
  const amounts = sumByCurrency(reopened.map(({ commission }) => commission));
  await recordBatch(scope, { action: "commissions.undo", data: { amounts, undoes }, steps });
}
