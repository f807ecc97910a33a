import { recordAudit } from "../audit/record-audit.server";
import { ChangedMeanwhile, fingerprint, unseenChanges } from "../shared/changed-meanwhile.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { leadStatuses } from "./lead";
import type { EditedLead, LeadContact } from "./lead.schema";
import { requireAffiliateOfOrg } from "./require-affiliate.server";

/** Winning a lead and writing its deal are one transaction, so this state says that there is none. */
const withoutDeal = leadStatuses.filter((status) => status !== "converted");

/** What the form shows of a lead, by its fields. */
const valuesOf = (contact: LeadContact, affiliateId: string | null) => ({
  company_name: contact.companyName,
  contact_person: contact.contactPerson,
  email: contact.email,
  phone: contact.phone,
  notes: contact.notes,
  affiliate_id: affiliateId,
});

/** The `seen` of a form that is filled with these values. */
export const seenLead = (contact: LeadContact, affiliateId: string | null): string =>
  fingerprint(valuesOf(contact, affiliateId));

/**
 * Corrects what is known of a lead (LEAD-10), whatever became of it, and its affiliate as long as it has no deal: from
 * then on money is owed to that one. Returns whether anything changed.
 * Throws `not_found` (no such lead or affiliate), `changed_meanwhile` (see {@link seenLead}; of an affiliate it tells the
 * name), `lead_has_deal`, `forbidden`.
 */
export async function editLead(scope: Scope, input: EditedLead): Promise<boolean> {
  requireStaff(scope);
  const { leadId, contact } = input;
  const before = await lockLead(scope, leadId);
  const affiliateId = input.affiliateId === undefined ? before.affiliateId : input.affiliateId;
  const stored = valuesOf(before, before.affiliateId);
  const wanted = valuesOf(contact, affiliateId);
  const unseen = unseenChanges(input.seen, stored, wanted);
  if (unseen) {
    const named = { ...unseen, ...("affiliate_id" in unseen && { affiliate_id: before.affiliateName }) };
    throw new ChangedMeanwhile(named, fingerprint(stored));
  }
  const moved = affiliateId !== before.affiliateId;
  if (moved && affiliateId) await requireAffiliateOfOrg(scope, affiliateId);
  const changed = (Object.keys(stored) as (keyof typeof stored)[]).filter(
    (field) => field !== "affiliate_id" && wanted[field] !== stored[field],
  );
  if (!moved && changed.length === 0) return false;

  const { count } = await scope.db.lead.updateMany({
    where: { id: leadId, ...(moved && { status: { in: withoutDeal } }) },
    data: { ...contact, ...(moved && { affiliateId }), updatedAt: scope.now },
  });
  if (count === 0) throw new DomainError("lead_has_deal", {}, "affiliate_id");
  await recordAudit(scope, {
    action: "lead.edit",
    entity: "lead",
    entityId: leadId,
    // Which fields, not what stood in them: the log outlives what people may have erased.
    data: {
      fields: changed.join(", "),
      ...(moved && { affiliate_from: before.affiliateId, affiliate_to: affiliateId }),
    },
  });
  return true;
}

async function lockLead(scope: Scope, id: string) {
  await scope.db.$queryRaw`
    select 1 from lead where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for no key update`;
  // Read after the lock, so that it is what the one before has left.
  const lead = await scope.db.lead.findFirst({
    where: { id },
    include: { affiliate: { select: { name: true } } },
  });
  if (!lead) throw new DomainError("not_found");
  return { ...lead, affiliateName: lead.affiliate?.name ?? null };
}
