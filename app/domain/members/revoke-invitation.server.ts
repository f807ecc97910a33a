import { recordAudit } from "../audit/record-audit.server";
import type { Scope } from "../shared/scope";
import { lockInvitation } from "./lock-invitation.server";
import { lockMembersAsOwner } from "./lock-members.server";

/**
 * Revokes an open invitation, which invalidates its link, and returns its address.
 * Throws `not_found`, `forbidden` for all but owners.
 */
export async function revokeInvitation(scope: Scope, id: string): Promise<string> {
  await lockMembersAsOwner(scope);
  const { email, role } = await lockInvitation(scope, id);
  await scope.db.memberInvitation.updateMany({ where: { id }, data: { revokedAt: scope.now } });
  await recordAudit(scope, {
    action: "member.revoke",
    entity: "member",
    entityId: id,
    data: { email, role },
  });
  return email;
}
