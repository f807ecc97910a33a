import { issueLink } from "../identity/issue-link.server";
import type { Scope } from "../shared/scope";

/** Queues an invitation to the organisation's portal with a new one-time link, in `language` as long as the person has chosen none. */
export async function mailInvitation(scope: Scope, userId: string, language?: string): Promise<void> {
  await issueLink(scope, {
    purpose: "invite",
    userId,
    orgId: scope.orgId,
    ...(language && { language }),
  });
}
