import { z } from "zod";
import type { SkippedAffiliate } from "../affiliates/affiliate-batch";
import { lockAffiliates } from "../affiliates/choose-affiliates.server";
import type { UndoneAffiliates } from "../affiliates/undo-statuses.server";
import { recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { undoableAction } from "../audit/undoable-action.server";
import { takeBackNotices } from "../notifications/take-back-notices.server";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isTooLate } from "../shared/undo";

/** Audit details of an affiliate who got new terms together with others. */
const storedStep = z.object({ term_id: recordId, replaces: recordId.nullable() });

/**
 * Takes back the terms that an action of the acting user gave to several affiliates (WORK-05), unless a deal was won
 * under them or they were changed since. The version is deleted and the one before it is in force again; nobody has
 * heard of it yet. `undone` is 0 if the action was undone before.
 * Throws `not_found` (not an action of this user), `batch_undo_too_late` (the time is over, or an email is being sent),
 * `forbidden`.
 */
export async function undoTerms(scope: Scope, batchId: string): Promise<UndoneAffiliates> {
  requireStaff(scope);
  const action = await undoableAction(scope, "terms", batchId);
  const entries = await scope.db.auditEntry.findMany({ where: { batchId } });
  const steps = entries.map(({ entityId, data }) => ({ affiliateId: entityId, ...storedStep.parse(data) }));
  const affiliates = await lockAffiliates(
    scope,
    steps.map(({ affiliateId }) => affiliateId),
  );
  // A deal that is being won under one of them is waited for, and then keeps it.
  const termIds = steps.map(({ term_id }) => term_id);
  await scope.db.$queryRaw`
    select 1 from affiliate_term where org_id = ${scope.orgId}::uuid and id = any(${termIds}::uuid[])
    order by id for update`;
  const terms = await scope.db.affiliateTerm.findMany({
    where: { id: { in: termIds } },
    select: { id: true, status: true, deals: { select: { id: true }, take: 1 } },
  });
  const undone: typeof steps = [];
  const kept: SkippedAffiliate[] = [];
  for (const step of steps) {
    const affiliate = affiliates.find(({ id }) => id === step.affiliateId);
    const term = terms.find(({ id }) => id === step.term_id);
    // Deleted since, or undone before.
    if (!affiliate || !term) continue;
    if (term.deals.length > 0) kept.push({ name: affiliate.name, code: "has_deals" });
    else if (term.status !== "active") kept.push({ name: affiliate.name, code: "changed_meanwhile" });
    else undone.push(step);
  }
  if (undone.length === 0) return { undone: 0, kept };
  if (isTooLate(action.createdAt, scope.now)) throw new DomainError("batch_undo_too_late");
  const isUntold = await takeBackNotices(
    scope,
    batchId,
    undone.map(({ affiliateId }) => affiliateId),
  );
  if (!isUntold) throw new DomainError("batch_undo_too_late");
  await scope.db.affiliateTerm.deleteMany({ where: { id: { in: undone.map(({ term_id }) => term_id) } } });
  await scope.db.affiliateTerm.updateMany({
    where: { id: { in: undone.flatMap(({ replaces }) => replaces ?? []) } },
    data: { status: "active" },
  });
  const takenBack = undone.map(({ affiliateId }): AuditEvent => ({
    action: "terms.undo",
    entity: "affiliate",
    entityId: affiliateId,
    data: { undoes: batchId },
  }));
  await recordBatch(scope, { action: "affiliates.undo", data: { undoes: batchId }, steps: takenBack });
  return { undone: undone.length, kept };
}
