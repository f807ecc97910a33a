import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { passwordHashOf } from "./password-hash.server";
import { lockUser } from "./lock-user.server";
import { revokeLinks } from "./revoke-links.server";

/** What an address has: an account, one without a password (affiliates have none), or none that was ever confirmed. */
export type AccountState = "complete" | "passwordless" | "none";

/** What somebody with this address has. For the holder of a link that was mailed there, and nobody else. */
export async function accountState(scope: Pick<IdentityScope, "db" | "now">, email: string): Promise<AccountState> {
  const user = await scope.db.user.findUnique({ where: { email } });
  if (!user?.emailConfirmedAt) return "none";
  return (await passwordHashOf(scope, user.id)) ? "complete" : "passwordless";
}

/**
 * Lets somebody in who has used the link of a mail to their address: it is confirmed, and whoever has no account yet
 * gets the name and password they chose behind the link. A stranger's sign-up with the address ends. The person's row
 * stays locked: the session is to be made in the same transaction.
 * Returns the language they have chosen. Throws `link_used` when they would be left without a password.
 */
export async function admitInvited(
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
