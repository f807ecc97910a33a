import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Reads what an organization stores about a member beside their account (GDPR Art. 15): membership, notifications and
 * muted emails. The member's actions concern the organization's records and stay in its audit log. Null if the user is
 * not a member.
 * Throws `forbidden`.
 */
export async function readOwnMembership(scope: Scope, userId: string) {
  requireStaff(scope);
  const membership = await scope.db.membership.findFirst({
    where: { userId, role: { not: "affiliate" } },
    select: { role: true, createdAt: true },
  });
  if (!membership) return null;
  const notices = await scope.db.notification.findMany({
    where: { userId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { type: true, params: true, createdAt: true, readAt: true, mailedAt: true },
  });
  const choice = await scope.db.mailChoice.findFirst({
    where: { userId, affiliateId: null },
    select: { muted: true },
  });
  const { name } = await scope.organization();
  return {
    organization: name,
    role: membership.role,
    since: membership.createdAt,
    muted_mails: choice?.muted ?? [],
    notices: notices.map(({ type, params, createdAt, readAt, mailedAt }) => ({
      type,
      about: params,
      created_at: createdAt,
      read_at: readAt,
      mailed_at: mailedAt,
    })),
  };
}
