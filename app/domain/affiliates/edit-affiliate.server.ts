import { recordAudit } from "../audit/record-audit.server";
import { ensureUser } from "../identity/ensure-user.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate.schema";
import { lockAffiliate } from "./lock-affiliate.server";

/**
 * Changes an affiliate's name, address and status. With another address the affiliate is another person: the portal opens
 * to the owner of the new one, and from this moment not to the one before, whose links and sessions open nothing here.
 * Nothing is mailed; `isOtherPerson` tells that the new one has no invitation yet.
 * Throws `not_found`, `affiliate_email_taken` (field email), `forbidden`.
 */
export async function editAffiliate(
  scope: Scope,
  id: string,
  input: { name: string; email: string; status: AffiliateStatus },
): Promise<{ isOtherPerson: boolean }> {
  requireStaff(scope);
  const before = await lockAffiliate(scope, id);
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
