import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { ensureInvited } from "../identity/open-person.server";
import { notifyOwners } from "../notifications/notify-staff.server";
import { erasedEmail } from "../shared/erased";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { lockAffiliate } from "./lock-affiliate.server";

/**
 * Ends a person's access to the portal, at their own request or through an operator. The affiliate keeps name, address
 * and everything owed, moves to a placeholder account and becomes inactive. The owners are notified, and the
 * organization can invite the affiliate again. Running it twice has no further effect.
 * Throws `not_found`, `forbidden`.
 * @param nobody the name of the placeholder account
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
  // Records the affiliate as actor, or the operator who acts for them.
  const isOwn = scope.actor.kind !== "operator";
  const by: Scope = { ...scope, ...(isOwn && { actor: { kind: "affiliate", userId, affiliateId } }) };
  const entry = { action: "affiliate.leave", entity: "affiliate", entityId: affiliateId } as const;
  await recordAudit(by, { ...entry, data: { user_id: userId } });
  const told = { type: "security", about: "affiliate_left", subject: before.name, by: "" } as const;
  await notifyOwners(scope, told, randomUUID());
}
