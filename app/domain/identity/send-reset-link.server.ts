import type { IdentityScope } from "../shared/scope";
import { issueLink } from "./issue-link.server";

/** Mails a link to set a new password if the address belongs to a confirmed account; the caller answers the same. */
export async function sendResetLink(scope: IdentityScope, email: string, language: string): Promise<void> {
  const user = await scope.db.user.findUnique({ where: { email } });
  if (user?.emailConfirmedAt) await issueLink(scope, { purpose: "reset", userId: user.id, language });
}
