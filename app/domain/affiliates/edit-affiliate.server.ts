import { recordAudit } from "../audit/record-audit.server";
import { ensureUser } from "../identity/ensure-user.server";
import { fingerprint, refuseUnseenChanges } from "../shared/changed-meanwhile.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate.schema";
import { lockAffiliate } from "./lock-affiliate.server";

type Fields = { name: string; email: string; status: AffiliateStatus };

/** What the form shows of an affiliate who may have more than that. */
const valuesOf = ({ name, email, status }: Fields) => ({ name, email, status });

/** The `seen` of a form that is filled with these values. */
export const seenAffiliate = (affiliate: Fields): string => fingerprint(valuesOf(affiliate));

/**
 * Changes an affiliate's name, address and status. With another address the affiliate is another person: the portal opens
 * to the owner of the new one, and from this moment not to the one before, whose links and sessions open nothing here.
 * Nothing is mailed; `isOtherPerson` tells that the new one has no invitation yet.
 * Throws `not_found`, `changed_meanwhile` (see {@link seenAffiliate}), `affiliate_email_taken` (field email),
 * `forbidden`.
 */
export async function editAffiliate(
  scope: Scope,
  id: string,
  input: Fields & { seen?: string | undefined },
): Promise<{ isOtherPerson: boolean }> {
  requireStaff(scope);
  const before = await lockAffiliate(scope, id);
  refuseUnseenChanges(input.seen, valuesOf(before), valuesOf(input));
  if (seenAffiliate(before) === seenAffiliate(input)) return { isOtherPerson: false };
  const isOtherPerson = input.email !== before.email;
  const userId = isOtherPerson ? (await ensureUser(scope, input)).id : before.userId;
  const { name, email, status } = input;
  try {
    await scope.db.affiliate.updateMany({ where: { id }, data: { name, email, status, userId } });
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

/** The unique key of organisation and address; the transaction is lost with it, so there is nothing to clean up. */
const isDuplicate = (error: unknown) => error instanceof Error && "code" in error && error.code === "P2002";
