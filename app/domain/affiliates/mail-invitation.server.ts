import { issueLink } from "../identity/issue-link.server";
import type { Scope } from "../shared/scope";

/**
 * Queues an invitation email with a new one-time link and records the time. The email is in `language` until the person
 * has chosen one.
 */
export async function mailInvitation(
  scope: Scope,
  { id, userId }: { id: string; userId: string },
  language?: string,
): Promise<void> {
  await scope.db.affiliate.updateMany({ where: { id }, data: { invitedAt: scope.now } });
  await issueLink(scope, {
    purpose: "invite",
    userId,
    orgId: scope.orgId,
    ...(language && { language }),
  });
}
