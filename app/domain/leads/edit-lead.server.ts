import { recordAudit } from "../audit/record-audit.server";
import { noOwnData, ownFormValues, type OwnData, type OwnValues } from "../fields/own-value";
import { changedOwn, changeOwnValues, checkOwnValues, labelsOf, readOwnData } from "../fields/own-values.server";
import { EditConflict, fingerprint, findConflicts } from "../shared/edit-conflict.server";
import { isErased } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { differing } from "../shared/field-list";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { statusesWithoutDeal } from "./lead";
import { leadValues, type EditedLead, type LeadContact } from "./lead.schema";
import { requireAffiliateOfOrg } from "./require-affiliate.server";

/** Returns the `version` of a form that is filled with these values. */
export const leadVersion = (contact: LeadContact, affiliateId: string | null, own: OwnData = noOwnData): string =>
  fingerprint({ ...leadValues(contact, affiliateId), ...ownFormValues(own) });

/** Returns the values with changes. */
const withOwn = (data: OwnData, own: OwnValues): OwnData => ({ ...data, values: { ...data.values, ...own } });

/**
 * Changes the data of a lead in any status (LEAD-10), and its affiliate unless the lead has a deal, whose commission is
 * owed to that affiliate. Returns whether anything changed.
 * Throws `not_found` (unknown lead or affiliate), `changed_meanwhile` (see {@link leadVersion}; an affiliate is given
 * by name), `lead_has_deal`, `lead_erased` (the contact was erased), `own_field_gone` (at its field), `forbidden`.
 */
export async function editLead(scope: Scope, input: EditedLead): Promise<boolean> {
  requireStaff(scope);
  const { leadId, contact } = input;
  const before = await lockLead(scope, leadId);
  const affiliateId = input.affiliateId === undefined ? before.affiliateId : input.affiliateId;
  const data = await readOwnData(scope, "lead", leadId);
  const own = input.own ?? {};
  checkOwnValues(data.fields, own);
  const [stored, wanted] = [
    { ...leadValues(before, before.affiliateId), ...ownFormValues(data) },
    { ...leadValues(contact, affiliateId), ...ownFormValues(withOwn(data, own)) },
  ];
  const meanwhile = findConflicts(input.version, stored, wanted);
  if (meanwhile) {
    const named = {
      ...meanwhile,
      ...("affiliate_id" in meanwhile && { affiliate_id: before.affiliateName }),
    };
    throw new EditConflict(named, fingerprint(stored));
  }
  const moved = affiliateId !== before.affiliateId;
  if (moved && affiliateId) await requireAffiliateOfOrg(scope, affiliateId);
  const changedKeys = changedOwn(data, own);
  const changed = differing(leadValues(before, affiliateId), leadValues(contact, affiliateId));
  if (!moved && changed.length === 0 && changedKeys.length === 0) return false;
  // A form opened before the erasure would restore the person's data.
  if (changed.length + changedKeys.length > 0 && isErased(before.email)) throw new DomainError("lead_erased");

  const { count } = await scope.db.lead.updateMany({
    where: { id: leadId, ...(moved && { status: { in: statusesWithoutDeal } }) },
    data: { ...contact, ...(moved && { affiliateId }), updatedAt: scope.now },
  });
  if (count === 0) throw new DomainError("lead_has_deal", {}, "affiliate_id");
  if (changedKeys.length > 0) {
    const values = Object.fromEntries(changedKeys.map((key) => [key, own[key] ?? null]));
    await changeOwnValues(scope, "lead", { id: leadId, affiliateId }, { fields: data.fields, own: values });
  }
  await recordAudit(scope, {
    action: "lead.edit",
    entity: "lead",
    entityId: leadId,
    // The entry contains only the names of the fields, because the audit log outlives erased personal data.
    data: {
      fields: changed.join(", "),
      ...(changedKeys.length > 0 && { own_fields: labelsOf(data.fields, changedKeys) }),
      ...(moved && { affiliate_from: before.affiliateId, affiliate_to: affiliateId }),
    },
  });
  return true;
}

async function lockLead(scope: Scope, id: string) {
  await scope.db.$queryRaw`
    select 1 from lead where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for no key update`;
  // Read after taking the lock, to include the change of a transaction that has just committed.
  const lead = await scope.db.lead.findFirst({
    where: { id },
    include: { affiliate: { select: { name: true } } },
  });
  if (!lead) throw new DomainError("not_found");
  return { ...lead, affiliateName: lead.affiliate?.name ?? null };
}
