import { takeBackNotices } from "../notifications/take-back-notices.server";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { changeStatus } from "./change-status.server";
import type { LeadMove, LeadStatus } from "./lead";
import { refusedFor, type LockedLead } from "./lock-leads.server";
import type { LeadAction, Undoing } from "./undoing";

/**
 * Restores the status that leads had before an action, unless they were moved or won since. The restoring changes
 * belong to the action, so that it is undone only once.
 * Throws `lead_undo_too_late` if an affiliate is being notified.
 */
export async function undoMoving(
  scope: Scope,
  action: LeadAction,
  leads: readonly LockedLead[],
  to: LeadMove,
): Promise<Undoing> {
  const changes = await scope.db.leadStatusChange.findMany({
    where: { leadId: { in: action.leadIds }, createdAt: { gte: action.createdAt } },
    select: { leadId: true, batchId: true, fromStatus: true, toStatus: true },
  });
  const undoing: Undoing = { steps: [], kept: [] };
  const back = new Map<LeadStatus, string[]>();
  for (const lead of leads) {
    const own = changes.filter(({ leadId }) => leadId === lead.id);
    const change = own.find(({ batchId, toStatus }) => batchId === action.id && toStatus === to);
    const undoneBefore = own.some(({ batchId, toStatus }) => batchId === action.id && toStatus !== to);
    if (!change || undoneBefore) continue;
    if (lead.status !== to || own.length > 1) {
      undoing.kept.push(refusedFor(lead, "changed_meanwhile"));
      continue;
    }
    const from = change.fromStatus as LeadStatus;
    back.set(from, [...(back.get(from) ?? []), lead.id]);
    undoing.steps.push({ action: "lead.undo", entity: "lead", entityId: lead.id });
  }
  for (const [from, leadIds] of back) {
    await changeStatus(scope, { leadIds, from: [to], to: from, batchId: action.id });
  }
  // Only this code reopens a lost lead, so either all leads of a notification are reopened or none is.
  if (back.size > 0 && !(await takeBackNotices(scope, action.id, action.affiliateIds)))
    throw new DomainError("lead_undo_too_late");
  return undoing;
}
