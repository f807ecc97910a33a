import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { MAX_LEADS } from "./lead-batch";

/** A lead selected in a list. */
export interface ChosenLead {
  id: string;
  company: string;
  status: LeadStatus;
}

/**
 * Reads the leads with these ids in their order, up to the limit of one action. Invalid and unknown ids are omitted.
 * Throws `forbidden`.
 */
export async function readChosenLeads(scope: Scope, given: readonly string[]): Promise<ChosenLead[]> {
  requireStaff(scope);
  const ids = [...new Set(given)].filter((id) => recordId.safeParse(id).success).slice(0, MAX_LEADS);
  const leads = await scope.db.lead.findMany({
    where: { id: { in: ids } },
    select: { id: true, companyName: true, status: true },
  });
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return ids.flatMap((id) => {
    const lead = byId.get(id);
    return lead ? [{ id, company: lead.companyName, status: lead.status as LeadStatus }] : [];
  });
}
