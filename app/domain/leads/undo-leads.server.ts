import { actorName, recordAuditEntries, recordBatch } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { AuditAction } from "../shared/proofs";
import type { Scope } from "../shared/scope";
import { isTooLate, undoable } from "../shared/undo";
import { emitUpdated } from "./emit-updated.server";
import { leadMoves, type LeadMove, type LeadStatus } from "./lead";
import type { SkippedLead } from "./lead-batch";
import { lockLeads, skippedLead, type LockedLead } from "./lock-leads.server";
import { undoAssigning } from "./assign-leads.server";
import { undoFinishing } from "./finish-step.server";
import { undoDeletion } from "./restore-lead.server";
import { undoNextSteps } from "./set-next-steps.server";
import { undoReassignment } from "./undo-giving.server";
import type { LeadAction, Undoing } from "./undoing";
import { takeBackNotices } from "../notifications/take-back-notices.server";
import { changeStatus } from "./change-status.server";

export interface UndoneLeads {
  undone: number;
  /** Leads of the action that stay unchanged, because later changes depend on it. */
  kept: SkippedLead[];
}

const deletions: readonly string[] = ["lead.delete", "leads.delete"] satisfies AuditAction[];

/** The status that each action sets. */
const moveOf: Record<string, LeadMove | undefined> = Object.fromEntries(
  leadMoves.flatMap((to) => [`lead.${to}`, `leads.${to}`].map((action) => [action, to])),
);

/**
 * Undoes an action of the acting user on one or several leads (LEAD-13), except for leads that were changed since.
 * Notifications of lost leads are removed, and no email is sent. `undone` is 0 if the action was undone before.
 * Throws `not_found` (not an action of this user), `lead_undo_too_late` (the time is over, or an email is being sent),
 * `forbidden`.
 */
export async function undoLeads(scope: Scope, batchId: string): Promise<UndoneLeads> {
  requireStaff(scope);
  const action = await scope.db.auditEntry.findFirst({
    where: { id: batchId, batchId: null, actor: actorName(scope.actor), action: { in: [...undoable.leads] } },
  });
  if (!action) throw new DomainError("not_found");
  const isSingle = action.entity === "lead";
  const steps = isSingle ? [action] : await scope.db.auditEntry.findMany({ where: { batchId } });
  const of: LeadAction = {
    id: batchId,
    createdAt: action.createdAt,
    leadIds: steps.map(({ entityId }) => entityId),
    affiliateIds: steps.map(({ data }) => affiliateOf(data)),
  };
  const leads = await lockLeads(scope, of.leadIds);
  const undoing = await undoingOf(action.action)(scope, of, leads);
  const undone = undoing.steps.length;
  if (undone === 0) return { undone, kept: undoing.kept };
  if (isTooLate(action.createdAt, scope.now)) throw new DomainError("lead_undo_too_late");
  // The events of a deletion and of a loss have not been sent yet.
  if (!deletions.includes(action.action) && moveOf[action.action] !== "lost")
    await emitUpdated(
      scope,
      undoing.steps.map(({ entityId }) => entityId),
    );
  if (isSingle) {
    await recordAuditEntries(scope, undoing.steps);
    return { undone, kept: undoing.kept };
  }
  await recordBatch(scope, { action: "leads.undo", data: { undoes: batchId }, steps: undoing.steps });
  return { undone, kept: undoing.kept };
}

/** Returns how an action is undone. */
function undoingOf(action: string): (scope: Scope, of: LeadAction, leads: readonly LockedLead[]) => Promise<Undoing> {
  if (deletions.includes(action)) return undoDeletion;
  const moved = moveOf[action];
  if (moved) return (scope, of, leads) => undoMoving(scope, of, leads, moved);
  switch (action as (typeof undoable.leads)[number]) {
    case "lead.step_done":
      return undoFinishing;
    case "leads.assign":
      return undoAssigning;
    case "leads.step":
      return undoNextSteps;
    default:
      return undoReassignment;
  }
}

function affiliateOf(data: unknown): string | null {
  const { affiliate_id } = data as { affiliate_id?: unknown };
  return typeof affiliate_id === "string" ? affiliate_id : null;
}

/**
 * Restores the status that leads had before an action, unless they were moved or won since. The restoring changes
 * belong to the action, so that it is undone only once.
 * Throws `lead_undo_too_late` if an affiliate is being notified.
 */
async function undoMoving(
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
      undoing.kept.push(skippedLead(lead, "changed_meanwhile"));
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
