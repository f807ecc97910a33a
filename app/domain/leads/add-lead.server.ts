import { recordAuditEntries, type AuditEvent } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { createLeads } from "./create-lead.server";
import type { AddedLead } from "./lead.schema";
import { requireMember, requireValidWork, writeWork } from "./lead-work.server";
import { requireAffiliateOfOrg } from "./require-affiliate.server";

/**
 * Adds a lead as staff (LEAD-10), with or without an affiliate, and returns its id, also if the form was posted before.
 * Emits lead.created as for a submitted lead.
 * Throws `not_found` (unknown affiliate or member), `next_step_required`, `next_step_day_required`, `forbidden`.
 */
export async function addLead(scope: Scope, input: AddedLead): Promise<string> {
  const [id] = await addLeads(scope, [input]);
  return id!;
}

/**
 * Adds several leads and returns their ids in order. With `importId` they are steps of the import.
 * Throws as {@link addLead} does.
 */
export async function addLeads(
  scope: Scope,
  inputs: readonly AddedLead[],
  importId: string | null = null,
): Promise<string[]> {
  requireStaff(scope);
  const affiliates = new Set(inputs.flatMap(({ affiliateId }) => affiliateId ?? []));
  for (const affiliateId of affiliates) await requireAffiliateOfOrg(scope, affiliateId);
  const responsible = new Set(inputs.flatMap(({ work }) => work?.responsible ?? []));
  for (const userId of responsible) await requireMember(scope, userId);
  for (const { work } of inputs) if (work) await requireValidWork(scope, { ...work, responsible: null });
  const leads = await createLeads(scope, inputs, importId ? "import" : undefined);
  for (const [index, { id, repeated }] of leads.entries()) {
    const { work } = inputs[index]!;
    if (!repeated && work && (work.responsible || work.nextStep)) await writeWork(scope, [id], work);
  }
  const entries = leads.flatMap(({ id, repeated }, index): AuditEvent[] => {
    const data = { affiliate_id: inputs[index]!.affiliateId };
    const action = importId ? "lead.import" : "lead.add";
    return repeated ? [] : [{ action, entity: "lead", entityId: id, data }];
  });
  await recordAuditEntries(scope, entries, importId);
  return leads.map(({ id }) => id);
}
