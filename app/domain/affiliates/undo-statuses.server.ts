import { z } from "zod";
import { recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { undoableAction, undoneBy } from "../audit/undoable-action.server";
import { DomainError } from "../shared/errors";
import { grouped } from "../shared/grouped";
import { requireStaff } from "../shared/permissions";
import type { AuditAction } from "../shared/proofs";
import type { Scope } from "../shared/scope";
import { isTooLate } from "../shared/undo";
import { affiliateStatuses } from "./affiliate";
import type { SkippedAffiliate } from "./affiliate-batch";
import { lockAffiliates } from "./choose-affiliates.server";

export interface UndoneAffiliates {
  undone: number;
  /** Affiliates of the action that stay unchanged, because later changes depend on it. */
  kept: SkippedAffiliate[];
}

/** Audit details of an affiliate whose status was changed. */
const storedChange = z.object({ status: z.enum(affiliateStatuses), status_before: z.enum(affiliateStatuses) });

/** Later entries about an affiliate that keep their status from being restored. */
const laterActions: AuditAction[] = [
  "affiliate.edit",
  "affiliate.deactivate",
  "affiliate.leave",
  "affiliate.erase",
  "affiliate.merge",
];

/**
 * Restores the status that affiliates had before an action of the acting user (WORK-04), except for those that were
 * changed since. `undone` is 0 if the action was undone before.
 * Throws `not_found` (not an action of this user), `batch_undo_too_late`, `forbidden`.
 */
export async function undoStatuses(scope: Scope, batchId: string): Promise<UndoneAffiliates> {
  requireStaff(scope);
  const action = await undoableAction(scope, "statuses", batchId);
  const steps = await scope.db.auditEntry.findMany({ where: { batchId } });
  const affiliates = await lockAffiliates(
    scope,
    steps.map(({ entityId }) => entityId),
  );
  const later = await scope.db.auditEntry.findMany({
    where: {
      entityId: { in: affiliates.map(({ id }) => id) },
      action: { in: laterActions },
      createdAt: { gte: action.createdAt },
      OR: [{ batchId: null }, { batchId: { not: batchId } }],
    },
    select: { entityId: true, data: true },
  });
  const undone: { id: string; from: string; to: string }[] = [];
  const kept: SkippedAffiliate[] = [];
  for (const { id, name, status } of affiliates) {
    const change = storedChange.parse(steps.find(({ entityId }) => entityId === id)!.data);
    const own = later.filter(({ entityId }) => entityId === id);
    if (own.some(({ data }) => undoneBy(data) === batchId)) continue;
    if (own.length > 0 || status !== change.status) kept.push({ name, code: "changed_meanwhile" });
    else undone.push({ id, from: change.status, to: change.status_before });
  }
  if (undone.length === 0) return { undone: 0, kept };
  if (isTooLate(action.createdAt, scope.now)) throw new DomainError("batch_undo_too_late");
  for (const [status, own] of grouped(undone, ({ to }) => to)) {
    await scope.db.affiliate.updateMany({ where: { id: { in: own.map(({ id }) => id) } }, data: { status } });
  }
  const restored = undone.map(({ id: entityId, from, to }): AuditEvent => ({
    action: "affiliate.edit",
    entity: "affiliate",
    entityId,
    data: { fields: "", status: to, status_before: from, undoes: batchId },
  }));
  await recordBatch(scope, { action: "affiliates.undo", data: { undoes: batchId }, steps: restored });
  return { undone: undone.length, kept };
}
