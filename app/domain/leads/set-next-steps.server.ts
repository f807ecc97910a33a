import { z } from "zod";
import { recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { isErased } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { boundedText, recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isTooLate } from "../shared/undo";
import { editsSince } from "./edits-since.server";
import { emitUpdated } from "./emit-updated.server";
import { queueForgetting } from "./forget-undo.server";
import { MAX_LEADS, type LeadBatch } from "./lead-batch";
import type { LeadWork } from "./lead-work";
import { readWorks, requireValidWork } from "./lead-work.server";
import { lockLeads, skippedLead, unknownLeads, type LockedLead } from "./lock-leads.server";
import type { SetNextStepsInput } from "./next-step.schema";
import type { LeadAction, Undoing } from "./undoing";

// Only the names of the fields, because the audit log outlives erased personal data.
const stepOf = (entityId: string, fields: string, undoes?: string): AuditEvent => ({
  action: "lead.edit",
  entity: "lead",
  entityId,
  data: { fields, ...(undoes && { undoes }) },
});

/** Returns the member who becomes responsible for leads without one, because nobody else would be reminded. */
const takerOf = ({ actor }: Scope, nextStep: string | null): string | null =>
  nextStep !== null && actor.kind === "member" ? actor.userId : null;

/**
 * Sets the next step of leads with its day, or takes it away (WORK-04, WORK-07). Leads that nobody is responsible for
 * get the acting member. Erased leads are skipped. Until the action can no longer be undone, the replaced steps stay
 * beside the new ones.
 * Throws `next_step_required`, `next_step_day_required`, `too_many_leads`, `forbidden`.
 */
export async function setNextSteps(scope: Scope, { leadIds, ...step }: SetNextStepsInput): Promise<LeadBatch> {
  requireStaff(scope);
  const ids = [...new Set(leadIds)];
  if (ids.length > MAX_LEADS) throw new DomainError("too_many_leads", { max: MAX_LEADS });
  await requireValidWork(scope, { ...step, responsible: null });
  const found = await lockLeads(scope, ids);
  const foundIds = found.map(({ id }) => id);
  const before = await readWorks(scope, foundIds);
  const taker = takerOf(scope, step.nextStep);
  const changing = found.flatMap((lead) => {
    const fields = changedFields(before.get(lead.id)!, { ...step, responsible: taker });
    return fields.length > 0 ? [{ lead, fields: fields.join(", ") }] : [];
  });
  const erased = step.nextStep === null ? new Set<string>() : await erasedOf(scope, foundIds);
  const changed = changing.filter(({ lead }) => !erased.has(lead.id));
  const skipped = changing.filter(({ lead }) => erased.has(lead.id));
  const result = {
    done: changed.length,
    unchanged: found.length - changing.length,
    refused: [...skipped.map(({ lead }) => skippedLead(lead, "lead_erased")), ...unknownLeads(ids, found)],
  };
  if (changed.length === 0) return { ...result, batchId: null };

  const batchId = await recordBatch(scope, {
    action: "leads.step",
    steps: changed.map(({ lead, fields }) => stepOf(lead.id, fields)),
  });
  const changedIds = changed.map(({ lead }) => lead.id);
  await scope.db.$executeRaw`
    update lead_work set step_batch = ${batchId}::uuid, earlier_step = next_step, earlier_step_on = next_step_on,
      next_step = ${step.nextStep}::text, next_step_on = ${step.nextStepOn}::date,
      responsible = coalesce(responsible, ${taker}::uuid)
    where org_id = ${scope.orgId}::uuid and lead_id = any(${changedIds}::uuid[])`;
  await queueForgetting(scope, batchId);
  await emitUpdated(scope, changedIds);
  return { ...result, batchId };
}

/** Returns the fields that differ. A lead keeps the responsible member that it has. */
const changedFields = (before: LeadWork, after: LeadWork): string[] => [
  ...(before.responsible === null && after.responsible !== null ? ["responsible"] : []),
  ...(after.nextStep !== before.nextStep ? ["next_step"] : []),
  ...(after.nextStepOn !== before.nextStepOn ? ["next_step_on"] : []),
];

async function erasedOf(scope: Scope, ids: string[]): Promise<Set<string>> {
  const leads = await scope.db.lead.findMany({ where: { id: { in: ids } }, select: { id: true, email: true } });
  return new Set(leads.filter(({ email }) => isErased(email)).map(({ id }) => id));
}

/** Audit details of a lead whose next step was set. */
const storedStep = z.object({ fields: boundedText(100), undoes: recordId.optional() });

/**
 * Undoes {@link setNextSteps}: leads get their earlier next step, and lose a responsible member that they got with it.
 * Leads with another next step since keep it. Throws `lead_undo_too_late`.
 */
export async function undoNextSteps(scope: Scope, action: LeadAction, leads: readonly LockedLead[]): Promise<Undoing> {
  const edits = await editsSince(scope, action, storedStep);
  const undoneBefore = new Set(edits.filter(({ undoes }) => undoes === action.id).map(({ leadId }) => leadId));
  const waiting = leads.filter(({ id }) => !undoneBefore.has(id));
  if (waiting.length > 0 && isTooLate(action.createdAt, scope.now)) throw new DomainError("lead_undo_too_late");
  const own = new Map(edits.filter(({ batchId }) => batchId === action.id).map((edit) => [edit.leadId, edit.fields]));
  const kept = await scope.db.leadWork.findMany({ where: { stepBatch: action.id }, select: { leadId: true } });
  const unchanged = new Set(kept.map(({ leadId }) => leadId));
  const back = waiting.filter(({ id }) => unchanged.has(id));
  const ids = back.map(({ id }) => id);
  const taken = ids.filter((id) => own.get(id)?.split(", ").includes("responsible"));
  const taker = scope.actor.kind === "member" ? scope.actor.userId : null;
  if (ids.length > 0)
    await scope.db.$executeRaw`
      update lead_work set next_step = earlier_step, next_step_on = earlier_step_on,
        step_batch = null, earlier_step = null, earlier_step_on = null,
        responsible = case when lead_id = any(${taken}::uuid[]) then nullif(responsible, ${taker}::uuid)
          else responsible end
      where org_id = ${scope.orgId}::uuid and step_batch = ${action.id}::uuid and lead_id = any(${ids}::uuid[])`;
  return {
    steps: back.map(({ id }) => stepOf(id, own.get(id) ?? "next_step, next_step_on", action.id)),
    kept: waiting.filter(({ id }) => !unchanged.has(id)).map((lead) => skippedLead(lead, "changed_meanwhile")),
  };
}
