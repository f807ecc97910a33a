import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { passwordHashOf } from "./password-hash.server";
import { lockUser } from "./lock-user.server";
import { revokeLinks } from "./revoke-links.server";

/**
 * State of an address: an account with a password, an account without one (affiliates have none), or no confirmed
 * account.
 */
export type AccountState = "complete" | "passwordless" | "none";

/** Returns the account state of an address. Only the holder of a link that was emailed to the address may see it. */
export async function accountState(scope: Pick<IdentityScope, "db" | "now">, email: string): Promise<AccountState> {
  const user = await scope.db.user.findUnique({ where: { email } });
  if (!user?.emailConfirmedAt) return "none";
  return (await passwordHashOf(scope, user.id)) ? "complete" : "passwordless";
}

/**
 * Activates a user who has used an emailed link. Confirms the address, and stores the entered name and password if the
 * account is not complete yet. A stranger's sign-up with the same address ends. The user's row stays locked, so that
 * the caller creates the session in the same transaction.
 * Returns the user's language. Throws `link_used` if the user would be left without a password.
 */
export async function activateInvitedUser(
  scope: IdentityScope,
  userId: string,
  given: { language: string; name?: string | undefined; passwordHash?: string | undefined },
): Promise<{ languagePreference: string | null; setsPassword: boolean }> {
  const user = await lockUser(scope, userId);
  const complete = Boolean(user?.emailConfirmedAt && user.passwordHash);
  if (!user || (!complete && !given.passwordHash)) throw new DomainError("link_used");
  if (!user.emailConfirmedAt) await revokeLinks(scope, user, { invitations: false });
  await scope.db.user.update({
    where: { id: userId },
    data: {
      ...(!complete && given.passwordHash && { passwordHash: given.passwordHash }),
      ...(!user.emailConfirmedAt && given.name && { name: given.name }),
      emailConfirmedAt: user.emailConfirmedAt ?? scope.now,
      languagePreference: user.languagePreference ?? given.language,
    },
  });
  return { languagePreference: user.languagePreference, setsPassword: !complete };
}
