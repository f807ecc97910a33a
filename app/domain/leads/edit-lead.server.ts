import { recordAudit } from "../audit/record-audit.server";
import { noOwnData, ownFormValues, type OwnData, type OwnValues } from "../fields/own-value";
import { changedOwn, changeOwnValues, checkOwnValues, labelsOf, readOwnData } from "../fields/own-values.server";
import { EditConflict, fingerprint, findConflicts } from "../shared/edit-conflict.server";
import { readMember } from "../members/list-members.server";
import { isErased } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { differing } from "../shared/field-list";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { emitUpdated } from "./emit-updated.server";
import { statusesWithoutDeal } from "./lead";
import { leadValues, workFields, type EditedLead, type LeadContact } from "./lead.schema";
import type { LeadWork } from "./lead-work";
import { readWork, requireValidWork, writeWork } from "./lead-work.server";
import { requireAffiliateOfOrg } from "./require-affiliate.server";

/** Returns the `version` of a form that is filled with these values. */
export const leadVersion = (
  contact: LeadContact,
  affiliateId: string | null,
  own: OwnData = noOwnData,
  work?: LeadWork,
): string => fingerprint({ ...leadValues(contact, affiliateId, work), ...ownFormValues(own) });

/** Returns the values with changes. */
const withOwn = (data: OwnData, own: OwnValues): OwnData => ({ ...data, values: { ...data.values, ...own } });

/**
 * Changes the data of a lead in any status (LEAD-10) with the work on it (WORK-07), and its affiliate unless the lead
 * has a deal, whose commission is
 * owed to that affiliate. Returns whether anything changed.
 * Throws `not_found` (unknown lead or affiliate), `changed_meanwhile` (see {@link leadVersion}; an affiliate is given
 * by name), `lead_has_deal`, `lead_erased` (the contact was erased), `own_field_gone` (at its field),
 * `next_step_required`, `next_step_day_required`, `forbidden`.
 */
export async function editLead(scope: Scope, input: EditedLead): Promise<boolean> {
  requireStaff(scope);
  const { leadId, contact } = input;
  const before = await lockLead(scope, leadId);
  const affiliateId = input.affiliateId === undefined ? before.affiliateId : input.affiliateId;
  const data = await readOwnData(scope, "lead", leadId);
  const own = input.own ?? {};
  checkOwnValues(data.fields, own);
  const working = await readWork(scope, leadId);
  const work = input.work ?? working;
  const [stored, wanted] = [
    { ...leadValues(before, before.affiliateId, working), ...ownFormValues(data) },
    { ...leadValues(contact, affiliateId, work), ...ownFormValues(withOwn(data, own)) },
  ];
  const meanwhile = findConflicts(input.version, stored, wanted);
  if (meanwhile) {
    const named = {
      ...meanwhile,
      ...("affiliate_id" in meanwhile && { affiliate_id: before.affiliateName }),
      ...("responsible" in meanwhile && { responsible: await nameOf(scope, working.responsible) }),
    };
    throw new EditConflict(named, fingerprint(stored));
  }
  const moved = affiliateId !== before.affiliateId;
  if (moved && affiliateId) await requireAffiliateOfOrg(scope, affiliateId);
  const changedKeys = changedOwn(data, own);
  const changed = differing(leadValues(before, affiliateId, working), leadValues(contact, affiliateId, work));
  if (!moved && changed.length === 0 && changedKeys.length === 0) return false;
  // A form opened before the erasure would restore the person's data.
  const isText = changed.some((field) => field !== "responsible") || changedKeys.length > 0;
  if (isText && isErased(before.email)) throw new DomainError("lead_erased");
  const isWorked = changed.some((field) => field in workFields);
  if (isWorked) await requireValidWork(scope, work, working);

  const { count } = await scope.db.lead.updateMany({
    where: { id: leadId, ...(moved && { status: { in: statusesWithoutDeal } }) },
    data: { ...contact, ...(moved && { affiliateId }), updatedAt: scope.now },
  });
  if (count === 0) throw new DomainError("lead_has_deal", {}, "affiliate_id");
  if (isWorked) await writeWork(scope, [leadId], work);
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
  await emitUpdated(scope, [leadId]);
  return true;
}

async function nameOf(scope: Scope, userId: string | null): Promise<string | null> {
  return userId && ((await readMember(scope, userId))?.name ?? null);
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
