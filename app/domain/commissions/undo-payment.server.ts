import type { AuditEntity } from "../audit/audit-details";
import { actorName, recordAction, recordAuditEntries } from "../audit/record-audit.server";
import { takeBackNotices } from "../notifications/take-back-notices.server";
import { DomainError } from "../shared/errors";
import { sumByCurrency } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isTooLate, undoable } from "../shared/undo";
import { entityOf, type LockedCommission } from "./lock-commissions.server";
import { reopenCommissions } from "./reopen-commissions.server";

/**
 * Undoes one action in which the acting person, or any key of the API, has just paid: what that action paid and nobody
 * has changed since. Programs act for the organisation, so another of its keys or its staff can undo what one of them
 * did; what a person did is that person's. Receipts and notices are removed, and no mail is sent. Returns how many
 * commissions are unpaid again; 0 when the action was undone before. Throws `not_found` (no such action, or another
 * person's), `undo_too_late` (the time is over, or a mail is being sent), `forbidden`.
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
  );
  if (reopened.length === 0) return 0;
  const affiliates = reopened.map(({ affiliateId }) => affiliateId);
  if (isTooLate(action.createdAt, scope.now) || !(await takeBackNotices(scope, batchId, affiliates)))
    throw new DomainError("undo_too_late");
  await recordUndoing(scope, reopened, batchId);
  return reopened.length;
}

async function recordUndoing(scope: Scope, reopened: LockedCommission[], undoes: string): Promise<void> {
  const entries = reopened.map((one) => ({
    action: one.oneOff ? ("deal.undo" as const) : ("commission.undo" as const),
    ...entityOf(one),
    data: { ...one.commission, ...(one.period && { period: one.period }), undoes },
  }));
  if (entries.length === 1) return recordAuditEntries(scope, entries);
  const batchId = await recordAction(scope, {
    action: "commissions.undo",
    entity: "organization",
    entityId: scope.orgId,
    data: {
      count: entries.length,
      amounts: sumByCurrency(reopened.map(({ commission }) => commission)),
      undoes,
    },
  });
  await recordAuditEntries(scope, entries, batchId);
}
