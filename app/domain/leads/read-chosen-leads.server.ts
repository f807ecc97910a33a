import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { MOST_LEADS } from "./lead-batch";

/** A lead that was chosen in a list. */
export interface ChosenLead {
  id: string;
  company: string;
  status: LeadStatus;
}

/**
 * The leads of these ids, in their order, as many as one action takes; what is no id of a lead of the organization is
 * left out.
 * Throws `forbidden`.
 */
export async function readChosenLeads(scope: Scope, given: readonly string[]): Promise<ChosenLead[]> {
  requireStaff(scope);
  const ids = [...new Set(given)].filter((id) => recordId.safeParse(id).success).slice(0, MOST_LEADS);
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
