import type { IdentityScope } from "../shared/scope";
import { issueLink } from "./issue-link.server";

/**
 * Mails a sign-in link for the portal if the address belongs to an affiliate, and does nothing otherwise; the caller
 * answers the same either way (AUTH-11).
 */
export async function sendPortalLink(
  scope: IdentityScope,
  request: { email: string; language: string; redirectTo: string | null },
): Promise<void> {
  const { email, language, redirectTo } = request;
  const user = await scope.db.user.findUnique({ where: { email } });
  if (!user) return;
  const [first] = await scope.affiliations(user.id);
  if (!first) return;
  await issueLink(scope, {
    purpose: "sign-in",
    userId: user.id,
    orgId: first.orgId,
    language,
    ...(redirectTo && { redirectTo }),
  });
}
