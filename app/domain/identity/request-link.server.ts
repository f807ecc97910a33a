import type { IdentityScope } from "../shared/scope";
import { issueLink } from "./issue-link.server";
import { newSecret } from "./secret.server";

/** Purposes of links that anyone can request for an address: setting a new password, or opening the portal. */
export type RequestedPurpose = "reset" | "sign-in";

interface Request {
  purpose: RequestedPurpose;
  email: string;
  /** Language of the email if the receiver has not chosen one. */
  language: string;
  redirectTo: string | null;
}

/**
 * Requests a link for an address. The job `identity.send_link` checks whether the address is known, so the request
 * takes the same time for all addresses. Address and secret are sealed in the queue.
 */
export async function requestLink(scope: IdentityScope, request: Request): Promise<void> {
  const { purpose, email, language, redirectTo } = request;
  await scope.enqueue("identity.send_link", {
    purpose,
    address: scope.seal(email),
    link: scope.seal(newSecret()),
    language,
    ...(redirectTo && { redirect_to: redirectTo }),
  });
}

/**
 * Emails a requested link: a reset link to the owner of a confirmed account, a sign-in link to an affiliate (AUTH-11),
 * and nothing to any other address. `secret` comes from the request, so a repeated job creates no second link.
 */
export async function sendRequestedLink(
  scope: IdentityScope,
  { purpose, email, language, redirectTo }: Request,
  secret: string,
): Promise<void> {
  const user = await scope.db.user.findUnique({ where: { email } });
  if (!user) return;
  const link = { purpose, userId: user.id, language, ...(redirectTo && { redirectTo }) };
  if (purpose === "reset") {
    if (user.emailConfirmedAt) await issueLink(scope, link, secret);
    return;
  }
  const [first] = await scope.affiliations(user.id);
  if (first) await issueLink(scope, { ...link, orgId: first.orgId }, secret);
}
