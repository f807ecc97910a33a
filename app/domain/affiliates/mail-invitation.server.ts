import { issueLink } from "../identity/issue-link.server";
import type { Scope } from "../shared/scope";

/**
 * Queues an invitation to the organisation's portal with a new one-time link, in `language` as long as the person has
 * chosen none, and keeps when (lastInvitations).
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
