import { actorName, recordAction, recordAuditEntries } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { sumByCurrency } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { entityOf, type LockedCommission } from "./lock-commissions.server";
import { UNDO_SECONDS } from "./payment";
import { reopenCommissions } from "./reopen-commissions.server";

/**
 * Takes back what the person who asks has just paid in one action: exactly what that action paid and is still paid by it,
 * with the receipts. Nobody is mailed, and the notices go. Returns how many commissions are unpaid again; none when it was
 * undone before. Throws `not_found` (no such action of this person), `undo_too_late` (the time is over, or a mail is on its
 * way), `forbidden`.
 */
export async function undoPayment(scope: Scope, batchId: string): Promise<number> {
  requireStaff(scope);
  const action = await scope.db.auditEntry.findFirst({
    where: { id: batchId, actor: actorName(scope.actor), action: { in: PAYING } },
  });
  if (!action) throw new DomainError("not_found");
  const steps = await scope.db.auditEntry.findMany({ where: { batchId, action: { in: PAYING } } });
  const idsOf = (entity: string) =>
    [action, ...steps].filter((one) => one.entity === entity).map(({ entityId }) => entityId);
  const reopened = await reopenCommissions(
    scope,
    { payments: idsOf("commission_payment"), deals: idsOf("deal") },
    (commission) => commission.batchId === batchId,
  );
  if (reopened.length === 0) return 0;
  const age = scope.now.getTime() - action.createdAt.getTime();
  if (age > UNDO_SECONDS * 1_000) throw new DomainError("undo_too_late");
  await takeBackNotices(scope, batchId, reopened);
  await recordUndoing(scope, reopened);
  return reopened.length;
}

const PAYING = ["commissions.pay", "commission.pay", "deal.pay"];

/** Throws `undo_too_late` if one of the notices is being mailed. */
async function takeBackNotices(scope: Scope, batchId: string, paid: LockedCommission[]): Promise<void> {
  const affiliates = [...new Set(paid.map(({ affiliateId }) => affiliateId).filter((id) => id !== null))];
  const begun = await scope.db.$queryRaw<{ begun: boolean }[]>`
    select mail_begun_at is not null as begun from notification
    where org_id = ${scope.orgId}::uuid and affiliate_id = any(${affiliates}::uuid[])
      and batch_id = ${batchId}::uuid
    order by id for update`;
  if (begun.some((one) => one.begun)) throw new DomainError("undo_too_late");
  await scope.db.notification.deleteMany({ where: { affiliateId: { in: affiliates }, batchId } });
}

async function recordUndoing(scope: Scope, reopened: LockedCommission[]): Promise<void> {
  const entries = reopened.map((one) => ({
    ...{ action: one.oneOff ? "deal.undo" : "commission.undo", ...entityOf(one) },
    data: { ...one.commission, ...(one.period && { period: one.period }) },
  }));
  if (entries.length === 1) return recordAuditEntries(scope, entries);
  const batchId = await recordAction(scope, {
    ...{ action: "commissions.undo", entity: "organization", entityId: scope.orgId },
    data: { count: entries.length, amounts: sumByCurrency(reopened.map(({ commission }) => commission)) },
  });
  await recordAuditEntries(scope, entries, batchId);
}
