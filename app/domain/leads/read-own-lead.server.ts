import type { OwnData } from "../fields/own-value";
import { readOwnData } from "../fields/own-values.server";
import { columnsOf, pick } from "../shared/field-list";
import { recordId } from "../shared/fields";
import { actingAffiliate, actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { contactFields, type LeadContact } from "./lead.schema";
import { leadSteps, type LeadStep } from "./lead-steps.server";

/** A lead with everything that its dialog in the portal shows. */
export interface OwnLeadDetails {
  id: string;
  status: LeadStatus;
  contact: LeadContact;
  /** Oldest first. */
  steps: LeadStep[];
  /** The first deal won from it; null without one. */
  dealId: string | null;
  /** The own fields that affiliates see. */
  own: OwnData;
}

/**
 * Reads one of the acting affiliate's leads; null for unknown, foreign and malformed ids alike. Notes on a lead that
 * staff added are omitted.
 * Throws `forbidden` for other actors.
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
    own: await readOwnData(scope, "lead", lead.id),
  };
}
