import { recordAudit } from "../audit/record-audit.server";
import { hashSecret } from "../identity/secret.server";
import { notifyStaff } from "../notifications/notify-staff.server";
import { DomainError } from "../shared/errors";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readInvitation } from "./read-invitation.server";

/**
 * Uses an invitation's link up: the acting person, whose address it was mailed to, works for the organization from now
 * on.
 * Of any number of uses at once one succeeds. Whoever works there already keeps their role. The others who work there
 * are told.
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
  // In the same transaction, so that what it says is what is stored now.
  if (count === 0) {
    await readInvitation(scope, secret);
    throw new DomainError("link_used");
  }
  const { id, email, role } = await scope.db.memberInvitation.findFirstOrThrow({
    where: { tokenHash: hashSecret(secret) },
  });
  const joined = await scope.db.membership.createMany({
    data: [{ userId, role, createdAt: scope.now }],
    // They were taken on meanwhile.
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
