import { recordAudit } from "../audit/record-audit.server";
import type { Scope } from "../shared/scope";
import { lockInvitation } from "./lock-invitation.server";
import { lockMembersAsOwner } from "./lock-members.server";
import { newLink, queueInvitation, refuseTooSoon } from "./send-invitation.server";

/**
 * Queues the email of an open invitation again with a new link; the earlier link becomes invalid.
 * Throws `not_found`, `invitation_too_soon` (params: seconds to wait), `mail_budget_used`, `forbidden` for all but
 * owners.
 */
export async function resendInvitation(scope: Scope, id: string, language?: string): Promise<void> {
  await lockMembersAsOwner(scope);
  const { email, role } = await lockInvitation(scope, id);
  await refuseTooSoon(scope, email);
  const { secret, stored } = newLink(scope);
  await scope.db.memberInvitation.updateMany({ where: { id }, data: stored });
  await queueInvitation(scope, { id, secret, language });
  await recordAudit(scope, {
    action: "member.invite_again",
    entity: "member",
    entityId: id,
    data: { email, role },
  });
}
