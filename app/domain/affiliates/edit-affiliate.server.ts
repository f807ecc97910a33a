import { recordAudit } from "../audit/record-audit.server";
import { ensureInvited } from "../identity/open-person.server";
import { fingerprint, refuseChangesMeanwhile } from "../shared/changed-meanwhile.server";
import { DomainError } from "../shared/errors";
import { pick, toValues } from "../shared/field-list";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { affiliateFields, type AffiliateRecord } from "./affiliate.schema";
import { lockAffiliate } from "./lock-affiliate.server";

/** What the form shows of an affiliate who may have more than that, by its fields. */
const valuesOf = (affiliate: AffiliateRecord) => toValues(affiliateFields, affiliate);

/** The `version` of a form that is filled with these values. */
export const affiliateVersion = (affiliate: AffiliateRecord): string => fingerprint(valuesOf(affiliate));

/**
 * Changes an affiliate's name, address and status. Another address means another person: the portal is open to the
 * owner of the new address and at once closed to the one before, whose links and sessions no longer work here. No
 * mail is sent; `isOtherPerson` says that the new person has no invitation yet.
 * Throws `not_found`, `changed_meanwhile` (see {@link affiliateVersion}), `affiliate_email_taken` (field email),
 * `forbidden`.
 */
export async function editAffiliate(
  scope: Scope,
  id: string,
  input: AffiliateRecord & { version?: string | undefined },
): Promise<{ isOtherPerson: boolean }> {
  requireStaff(scope);
  const before = await lockAffiliate(scope, id);
  refuseChangesMeanwhile(input.version, valuesOf(before), valuesOf(input));
  if (affiliateVersion(before) === affiliateVersion(input)) return { isOtherPerson: false };
  const isOtherPerson = input.email !== before.email;
  const userId = isOtherPerson ? (await ensureInvited(scope, input)).id : before.userId;
  const { status } = input;
  try {
    if (isOtherPerson) {
      await scope.db.membership.updateMany({ where: { affiliateId: id }, data: { userId } });
    }
    await scope.db.affiliate.updateMany({
      where: { id },
      data: { ...pick(affiliateFields, input), ...(isOtherPerson && { signedInAt: null }) },
    });
  } catch (error) {
    if (isDuplicate(error)) throw new DomainError("affiliate_email_taken", {}, "email");
    throw error;
  }
  await recordAudit(scope, {
    action: "affiliate.edit",
    entity: "affiliate",
    entityId: id,
    data: {
      status,
      ...(status !== before.status && { status_before: before.status }),
      ...(isOtherPerson && { user_id: userId, user_id_before: before.userId }),
    },
  });
  return { isOtherPerson };
}

/** The unique key of organisation and address. The error also ends the transaction, so nothing has to be cleaned up. */
const isDuplicate = (error: unknown) => error instanceof Error && "code" in error && error.code === "P2002";
