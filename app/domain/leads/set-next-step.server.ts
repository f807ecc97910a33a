import { recordAudit } from "../audit/record-audit.server";
import { isErased } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { emitUpdated } from "./emit-updated.server";
import type { NextStepInput } from "./lead.schema";
import { readWork, requireValidWork, writeWork } from "./lead-work.server";
import { lockLeads } from "./lock-leads.server";

/**
 * Sets the next step of a lead with its day, or takes it away (WORK-07). A lead that nobody is responsible for gets the
 * acting member. Returns whether anything changed.
 * Throws `not_found`, `next_step_required`, `next_step_day_required`, `lead_erased`, `forbidden`.
 */
export async function setNextStep(scope: Scope, { leadId, ...step }: NextStepInput): Promise<boolean> {
  requireStaff(scope);
  const [lead] = await lockLeads(scope, [leadId]);
  if (!lead) throw new DomainError("not_found");
  const before = await readWork(scope, leadId);
  const taker =
    before.responsible ?? (step.nextStep !== null && scope.actor.kind === "member" ? scope.actor.userId : null);
  const work = { ...step, responsible: taker };
  await requireValidWork(scope, work, { ...before, responsible: taker });
  const fields = [
    ...(taker !== before.responsible ? ["responsible"] : []),
    ...(work.nextStep !== before.nextStep ? ["next_step"] : []),
    ...(work.nextStepOn !== before.nextStepOn ? ["next_step_on"] : []),
  ];
  if (fields.length === 0) return false;
  if (work.nextStep !== null && (await isOfErased(scope, leadId))) throw new DomainError("lead_erased");
  await writeWork(scope, [leadId], work);
  // Only the names of the fields, because the audit log outlives erased personal data.
  await recordAudit(scope, {
    action: "lead.edit",
    entity: "lead",
    entityId: leadId,
    data: { fields: fields.join(", ") },
  });
  await emitUpdated(scope, [leadId]);
  return true;
}

async function isOfErased(scope: Scope, leadId: string): Promise<boolean> {
  const lead = await scope.db.lead.findFirst({ where: { id: leadId }, select: { email: true } });
  return lead !== null && isErased(lead.email);
}
