import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { openLeadStatuses, type LeadStatus } from "./lead";

export interface LeadDetails {
  id: string;
  company: string;
  contact: string;
  /** Whether it may still be won or lost. */
  open: boolean;
  affiliate: { id: string; name: string } | null;
}

/** One lead of the organisation; null when there is none of this id, whatever was sent as one. Throws `forbidden`. */
export async function readLead(scope: Scope, id: unknown): Promise<LeadDetails | null> {
  requireStaff(scope);
  const { data: leadId } = recordId.safeParse(id);
  if (!leadId) return null;
  const lead = await scope.db.lead.findFirst({
    where: { id: leadId },
    include: { affiliate: { select: { id: true, name: true } } },
  });
  return (
    lead && {
      id: lead.id,
      company: lead.companyName,
      contact: lead.contactPerson,
      open: openLeadStatuses.includes(lead.status as LeadStatus),
      affiliate: lead.affiliate,
    }
  );
}
