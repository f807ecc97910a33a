import type { IdentityScope } from "../shared/scope";
import { ensureUser } from "./ensure-user.server";
import { issueLink } from "./issue-link.server";

/**
 * Asks for an account: the confirmation mail carries name and password hash, and nothing takes effect before the owner of
 * the mailbox uses its link. Who has an account already gets a sign-in link
 * instead, and keeps their password; the answer is the same in both cases. `passwordHash` is an argon2id hash.
 */
export async function signUp(
  scope: IdentityScope,
  input: { name: string; email: string; passwordHash: string; language: string },
): Promise<void> {
  const { email, name, passwordHash, language } = input;
  const user = await ensureUser(scope, { email, name, language });
  if (user.emailConfirmedAt) {
    await issueLink(scope, { purpose: "sign-in", userId: user.id, language });
  } else {
    await issueLink(scope, { purpose: "confirm", userId: user.id, signUp: { name, passwordHash }, language });
  }
}
