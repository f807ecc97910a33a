import { recordAudit } from "../audit/record-audit.server";
import { hashSecret } from "../identity/secret.server";
import { notifyStaff } from "../notifications/notify-staff.server";
import { DomainError } from "../shared/errors";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readInvitation } from "./read-invitation.server";

/**
 * Uses up an invitation's link: the acting user, to whose address it was emailed, becomes a member. One of several
 * concurrent uses succeeds. An existing member keeps their role. The other members are notified.
 * Throws what readInvitation throws.
 */
export async function acceptInvitation(scope: Scope, secret: string): Promise<void> {
  const userId = actingUser(scope);
  if (!userId) throw new DomainError("forbidden");
  const { count } = await scope.db.memberInvitation.updateMany({
    where: {
      tokenHash: hashSecret(secret),
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: scope.now },
    },
    data: { acceptedAt: scope.now },
  });
  // In the same transaction, so that the error reflects the stored state.
  if (count === 0) {
    await readInvitation(scope, secret);
    throw new DomainError("link_used");
  }
  const { id, email, role } = await scope.db.memberInvitation.findFirstOrThrow({
    where: { tokenHash: hashSecret(secret) },
  });
  const joined = await scope.db.membership.createMany({
    data: [{ userId, role, createdAt: scope.now }],
    // They may have become a member in the meantime.
    skipDuplicates: true,
  });
  await recordAudit(scope, {
    action: "member.accept",
    entity: "member",
    entityId: userId,
    data: { email, role, invitation: id },
  });
  if (joined.count > 0) {
    await notifyStaff(scope, { type: "member_joined", subjectId: id, except: userId });
  }
}
