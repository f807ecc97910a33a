import { recordAudit } from "../audit/record-audit.server";
import { ensureInvited } from "../identity/open-person.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { refuseContact } from "../shared/contact-in-name";
import { DomainError } from "../shared/errors";
import { differing, pick, toValues } from "../shared/field-list";
import { isDuplicate } from "../shared/refused-write";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { affiliateFields, type AffiliateRecord } from "./affiliate.schema";
import { lockAffiliate } from "./lock-affiliate.server";

/** Picks the values that the form shows of an affiliate. */
const valuesOf = (affiliate: AffiliateRecord) => toValues(affiliateFields, affiliate);

/** Returns the `version` of a form that is filled with these values. */
export const affiliateVersion = (affiliate: AffiliateRecord): string => fingerprint(valuesOf(affiliate));

/**
 * Changes an affiliate's name, address and status. A new address means another person: the portal opens for the owner
 * of the new address, and the previous person's links and sessions stop working immediately. No email is sent;
 * `isOtherPerson` reports that the new person has no invitation yet.
 * Throws `not_found`, `changed_meanwhile` (see {@link affiliateVersion}), `affiliate_email_taken` (field email),
 * `name_has_contact` (field name), `forbidden`.
 */
export async function editAffiliate(
  scope: Scope,
  id: string,
  input: AffiliateRecord & { version?: string | undefined },
): Promise<{ isOtherPerson: boolean }> {
  requireStaff(scope);
  const before = await lockAffiliate(scope, id);
  const [stored, wanted] = [valuesOf(before), valuesOf(input)];
  rejectConflicts(input.version, stored, wanted);
  const changed = differing(stored, wanted);
  if (changed.length === 0) return { isOtherPerson: false };
  if (input.name !== before.name && !(await scope.organization()).allowsContact) {
    refuseContact(input.name, "name", [input.email]);
  }
  const isOtherPerson = input.email !== before.email;
  const userId = isOtherPerson ? (await ensureInvited(scope, input)).id : before.userId;
  const { status } = input;
  try {
    if (isOtherPerson) {
      await scope.db.membership.updateMany({ where: { affiliateId: id }, data: { userId } });
    }
    await scope.db.affiliate.updateMany({
      where: { id },
      data: { ...pick(affiliateFields, input), ...(isOtherPerson && { signedInAt: null, invitedAt: null }) },
    });
  } catch (error) {
    if (isDuplicate(error)) throw new DomainError("affiliate_email_taken", {}, "email");
    throw error;
  }
  await recordAudit(scope, {
    action: "affiliate.edit",
    entity: "affiliate",
    entityId: id,
    // The entry names the other changed fields without their values, because the audit log outlives erased personal
    // data.
    data: {
      fields: changed.filter((field) => field !== "status").join(", "),
      status,
      ...(status !== before.status && { status_before: before.status }),
      ...(isOtherPerson && { user_id: userId, user_id_before: before.userId }),
    },
  });
  return { isOtherPerson };
}
