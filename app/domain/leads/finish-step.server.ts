import { recordAction, type AuditEvent } from "../audit/record-audit.server";
import { dateFromDay, dayFromDate } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { MAX_ENTRIES } from "./conversation";
import { emitUpdated } from "./emit-updated.server";
import { readWork, writeWork } from "./lead-work.server";
import { lockLeads, skippedLead, type LockedLead } from "./lock-leads.server";
import type { LeadAction, Undoing } from "./undoing";

const nothing = { nextStep: null, nextStepOn: null };

/**
 * Marks the next step of a lead done: it becomes an entry of the conversation that only staff read, and the lead has
 * none until another is set. Returns the id for `undoLeads`, which is also that of the entry.
 * @param step the text that the page has shown
 * Throws `not_found`, `changed_meanwhile` (it is done, or another one by now), `conversation_full`, `forbidden` (also
 * for API keys, jobs and operators).
 */
export async function finishStep(
  scope: Scope,
  { leadId, step }: { leadId: string; step: string | null },
): Promise<string> {
  requireStaff(scope);
  const author = scope.actor.kind === "member" ? actingUser(scope) : null;
  if (!author) throw new DomainError("forbidden");
  const [lead] = await lockLeads(scope, [leadId]);
  if (!lead) throw new DomainError("not_found");
  const { nextStep, nextStepOn } = await readWork(scope, leadId);
  if (nextStep === null || nextStepOn === null || nextStep !== step) throw new DomainError("changed_meanwhile");
  const entries = await scope.db.leadNote.count({ where: { leadId } });
  if (entries >= MAX_ENTRIES) throw new DomainError("conversation_full", { max: MAX_ENTRIES });
  const id = await recordAction(scope, { action: "lead.step_done", entity: "lead", entityId: leadId });
  await scope.db.leadNote.createMany({
    data: [{ id, leadId, text: nextStep, stepOn: dateFromDay(nextStepOn), author, createdAt: scope.now }],
  });
  await writeWork(scope, [leadId], nothing);
  await emitUpdated(scope, [leadId]);
  return id;
}

/** Restores the next step that an entry reports as done, unless the lead has another one. */
export async function reopenStep(scope: Scope, entryId: string, leadId: string): Promise<boolean> {
  const entry = await scope.db.leadNote.findFirst({ where: { id: entryId, leadId, stepOn: { not: null } } });
  if (!entry?.stepOn || (await readWork(scope, leadId)).nextStep !== null) return false;
  await scope.db.leadNote.deleteMany({ where: { id: entryId } });
  await writeWork(scope, [leadId], { nextStep: entry.text, nextStepOn: dayFromDate(entry.stepOn) });
  return true;
}

/** Undoes {@link finishStep}. A lead with another next step keeps it, and its entry. */
export async function undoFinishing(scope: Scope, action: LeadAction, leads: readonly LockedLead[]): Promise<Undoing> {
  const undoing: Undoing = { steps: [], kept: [] };
  for (const lead of leads) {
    if (!(await scope.db.leadNote.count({ where: { id: action.id } }))) continue;
    if (await reopenStep(scope, action.id, lead.id)) {
      undoing.steps.push({ action: "lead.undo", entity: "lead", entityId: lead.id } satisfies AuditEvent);
    } else undoing.kept.push(skippedLead(lead, "changed_meanwhile"));
  }
  return undoing;
}
