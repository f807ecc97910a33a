import type { IdentityScope } from "../shared/scope";
import { issueLink } from "./issue-link.server";
import { newSecret } from "./secret.server";

/**
 * What somebody can have mailed to an address they type: a link to set a new password, or one that opens the portal.
 */
export type RequestedPurpose = "reset" | "sign-in";

interface Request {
  purpose: RequestedPurpose;
  email: string;
  /** Of the mail, when the receiver has not chosen one. */
  language: string;
  redirectTo: string | null;
}

/**
 * Requests a link for an address. A job (sendRequestedLink) looks up whether the address is known, so that the
 * request itself does the same work in the same time for all addresses. Address and secret are encrypted in the
 * queue.
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
 * Mails the link that was asked for: a reset to the owner of a confirmed account, a sign-in link to an affiliate
 * (AUTH-11), and nothing to anybody else. `secret` comes from the request, so a repeated job creates no second link.
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
