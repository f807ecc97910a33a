import { columnsOf, pick } from "../shared/field-list";
import { recordId } from "../shared/fields";
import { actingAffiliate, actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { contactFields, type LeadContact } from "./lead.schema";
import { leadSteps, type LeadStep } from "./lead-steps.server";

/** A lead with everything its dialog in the portal tells. */
export interface OwnLeadDetails {
  id: string;
  status: LeadStatus;
  contact: LeadContact;
  /** Oldest first. */
  steps: LeadStep[];
  /** Won from it, the first; null before. */
  dealId: string | null;
}

/**
 * One of the affiliate's leads, or null: unknown, somebody else's and malformed ids are the same. What staff noted on a
 * lead that they added themselves is left out. Throws `forbidden` for others than affiliates.
 */
export async function readOwnLead(scope: Scope, id: string): Promise<OwnLeadDetails | null> {
  const affiliateId = actingAffiliate(scope);
  if (!recordId.safeParse(id).success) return null;
  const lead = await scope.db.lead.findFirst({
    where: { id, affiliateId },
    select: {
      id: true,
      status: true,
      createdAt: true,
      createdBy: true,
      ...columnsOf(contactFields),
      deals: { select: { id: true }, orderBy: { id: "asc" }, take: 1 },
    },
  });
  if (!lead) return null;
  const contact = pick(contactFields, lead);
  return {
    id: lead.id,
    status: lead.status as LeadStatus,
    contact: lead.createdBy === actingUser(scope) ? contact : { ...contact, notes: null },
    steps: await leadSteps(scope, lead),
    dealId: lead.deals[0]?.id ?? null,
  };
}
