import type { OwnData } from "../fields/own-value";
import { readOwnData } from "../fields/own-values.server";
import { pick } from "../shared/field-list";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { openLeadStatuses, type LeadStatus } from "./lead";
import type { LeadWork } from "./lead-work";
import { responsibleNames, workOf } from "./lead-work.server";
import { contactFields, type LeadContact } from "./lead.schema";

export interface LeadDetails {
  id: string;
  contact: LeadContact;
  status: LeadStatus;
  /** Whether it can still be won or lost. */
  open: boolean;
  affiliate: { id: string; name: string } | null;
  work: LeadWork;
  /** The name of the responsible member. */
  responsibleName: string | null;
  /** Deals won from it. */
  deals: { id: string; title: string }[];
  /** The organization's own fields. */
  own: OwnData;
}

/**
 * Reads one lead of the organization; null if not found. `id` may be any value.
 * Throws `forbidden`.
 */
export async function readLead(scope: Scope, id: unknown): Promise<LeadDetails | null> {
  requireStaff(scope);
  const { data: leadId } = recordId.safeParse(id);
  if (!leadId) return null;
  const lead = await scope.db.lead.findFirst({
    where: { id: leadId },
    include: {
      affiliate: { select: { id: true, name: true } },
      deals: { select: { id: true, title: true }, orderBy: { id: "asc" } },
      work: true,
    },
  });
  if (!lead) return null;
  const status = lead.status as LeadStatus;
  const work = workOf(lead.work);
  const names = await responsibleNames(scope, [work]);
  return {
    id: lead.id,
    contact: pick(contactFields, lead),
    status,
    open: openLeadStatuses.includes(status),
    affiliate: lead.affiliate,
    work,
    responsibleName: names.get(work.responsible ?? "") ?? null,
    deals: lead.deals,
    own: await readOwnData(scope, "lead", lead.id),
  };
}
