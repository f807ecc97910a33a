import { z } from "zod";
import { recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { readMembers } from "../members/list-members.server";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { editsSince } from "./edits-since.server";
import { emitUpdated } from "./emit-updated.server";
import { MAX_LEADS, type LeadBatch } from "./lead-batch";
import { readWorks, requireMember, writeWork } from "./lead-work.server";
import { lockLeads, skippedLead, unknownLeads, type LockedLead } from "./lock-leads.server";
import type { LeadAction, Undoing } from "./undoing";

export interface AssignLeadsInput {
  leadIds: readonly string[];
  /** The user id of a member; null for nobody. */
  responsible: string | null;
}

const stepOf = (entityId: string, from: string | null, to: string | null, undoes?: string): AuditEvent => ({
  action: "lead.edit",
  entity: "lead",
  entityId,
  data: { fields: "responsible", responsible_from: from, responsible_to: to, ...(undoes && { undoes }) },
});

/**
 * Makes a member responsible for leads, or nobody (WORK-07). Nobody is notified.
 * Throws `not_found` (field responsible), `too_many_leads`, `forbidden`.
 */
export async function assignLeads(scope: Scope, { leadIds, responsible }: AssignLeadsInput): Promise<LeadBatch> {
  requireStaff(scope);
  const ids = [...new Set(leadIds)];
  if (ids.length > MAX_LEADS) throw new DomainError("too_many_leads", { max: MAX_LEADS });
  if (responsible) await requireMember(scope, responsible);
  const found = await lockLeads(scope, ids);
  const before = await readWorks(
    scope,
    found.map(({ id }) => id),
  );
  const given = found.filter(({ id }) => before.get(id)!.responsible !== responsible);
  const result = {
    done: given.length,
    unchanged: found.length - given.length,
    refused: unknownLeads(ids, found),
  };
  if (given.length === 0) return { ...result, batchId: null };
  const batchId = await recordBatch(scope, {
    action: "leads.assign",
    data: { responsible_to: responsible },
    steps: given.map(({ id }) => stepOf(id, before.get(id)!.responsible, responsible)),
  });
  const changed = given.map(({ id }) => id);
  await writeWork(scope, changed, { responsible });
  await emitUpdated(scope, changed);
  return { ...result, batchId };
}

/** Audit details of a lead that got another responsible member. */
const storedAssignment = z.object({
  responsible_from: recordId.nullable(),
  responsible_to: recordId.nullable(),
  undoes: recordId.optional(),
});

/** Undoes {@link assignLeads}. Leads that were assigned since, or to a former member before, are kept. */
export async function undoAssigning(scope: Scope, action: LeadAction, leads: readonly LockedLead[]): Promise<Undoing> {
  const assignments = await editsSince(scope, action, storedAssignment);
  const members = new Set<string | null>([null, ...(await readMembers(scope)).map(({ id }) => id)]);
  const now = await readWorks(scope, action.leadIds);
  const undoing: Undoing = { steps: [], kept: [] };
  const back = new Map<string | null, string[]>();
  for (const lead of leads) {
    const own = assignments.filter(({ leadId }) => leadId === lead.id);
    const assignment = own.find(({ batchId }) => batchId === action.id);
    if (!assignment || own.some(({ undoes }) => undoes === action.id)) continue;
    const { responsible_from: from, responsible_to: to } = assignment;
    if (now.get(lead.id)!.responsible !== to || !members.has(from)) {
      undoing.kept.push(skippedLead(lead, "changed_meanwhile"));
      continue;
    }
    back.set(from, [...(back.get(from) ?? []), lead.id]);
    undoing.steps.push(stepOf(lead.id, to, from, action.id));
  }
  for (const [responsible, ids] of back) await writeWork(scope, ids, { responsible });
  return undoing;
}
