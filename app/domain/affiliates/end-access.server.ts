import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { ensureInvited } from "../identity/open-person.server";
import { notifyOwners } from "../notifications/notify-staff.server";
import { erasedEmail } from "../shared/erased";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { lockAffiliate } from "./lock-affiliate.server";

/**
 * Ends somebody's access to the portal, as they ask for themselves, or have asked an operator for. The affiliate stays
 * with name, address and everything that is owed to them, belongs to an account of nobody from now on and becomes
 * inactive; the owners are told. The organization can invite them again. Doing it again changes nothing. Throws
 * `not_found`, `forbidden`.
 * @param nobody the name of that account
 */
export async function endAccess(
  scope: Scope,
  { affiliateId, userId }: { affiliateId: string; userId: string },
  nobody: string,
): Promise<void> {
  requireStaff(scope);
  const before = await lockAffiliate(scope, affiliateId);
  if (before.userId !== userId) return;
  const placeholder = await ensureInvited(scope, { email: erasedEmail(affiliateId), name: nobody });
  await scope.db.membership.updateMany({ where: { affiliateId }, data: { userId: placeholder.id } });
  await scope.db.affiliate.updateMany({
    where: { id: affiliateId },
    data: { status: "inactive", signedInAt: null, invitedAt: null },
  });
  // The affiliate's own action, or the operator's in their name.
  const isOwn = scope.actor.kind !== "operator";
  const by: Scope = { ...scope, ...(isOwn && { actor: { kind: "affiliate", userId, affiliateId } }) };
  const entry = { action: "affiliate.leave", entity: "affiliate", entityId: affiliateId } as const;
  await recordAudit(by, { ...entry, data: { user_id: userId } });
  const told = { type: "security", about: "affiliate_left", subject: before.name, by: "" } as const;
  await notifyOwners(scope, told, randomUUID());
}
