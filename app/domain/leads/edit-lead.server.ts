import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { leadStatuses } from "./lead";
import type { EditedLead, LeadContact } from "./lead.schema";
import { requireAffiliateOfOrg } from "./require-affiliate.server";

/** Winning a lead and writing its deal are one transaction, so this state says that there is none. */
const withoutDeal = leadStatuses.filter((status) => status !== "converted");

const columns = {
  companyName: "company_name",
  contactPerson: "contact_person",
  email: "email",
  phone: "phone",
  notes: "notes",
} satisfies Record<keyof LeadContact, string>;

/**
 * Corrects what is known of a lead (LEAD-10), whatever became of it, and its affiliate as long as it has no deal: from
 * then on money is owed to that one. Returns whether anything changed.
 * Throws `not_found` (no such lead or affiliate), `lead_has_deal`, `forbidden`.
 */
export async function editLead(scope: Scope, input: EditedLead): Promise<boolean> {
  requireStaff(scope);
  const { leadId, contact } = input;
  const before = await scope.db.lead.findFirst({ where: { id: leadId } });
  if (!before) throw new DomainError("not_found");
  const affiliateId = input.affiliateId === undefined ? before.affiliateId : input.affiliateId;
  const moved = affiliateId !== before.affiliateId;
  if (moved && affiliateId) await requireAffiliateOfOrg(scope, affiliateId);
  const changed = (Object.keys(columns) as (keyof LeadContact)[]).filter(
    (field) => contact[field] !== before[field],
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
      fields: changed.map((field) => columns[field]).join(", "),
      ...(moved && { affiliate_from: before.affiliateId, affiliate_to: affiliateId }),
    },
  });
  return true;
}
