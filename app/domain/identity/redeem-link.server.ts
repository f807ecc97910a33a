import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { inspectLink } from "./inspect-link.server";
import { moveTo } from "./change-email.server";
import { lockUser } from "./lock-user.server";
import { isHandedOut } from "./one-time-link";
import type { RedeemedLink, RedeemOptions } from "./redeemed-link";
import { redeemSignUp } from "./redeem-sign-up.server";
import { giveSecurityNotice } from "./security-notice.server";
import { revokeLinks } from "./revoke-links.server";
import { hashSecret } from "./secret.server";

/**
 * Uses a link up and gives its purpose effect: whoever holds it owns the mailbox, so the address is confirmed. Of any
 * number at once one succeeds. A link of a change of the address gives the account that address. A
 * reset link takes the hash of the new password and ends all sessions and all other links. A link that staff handed
 * out proves no mailbox: it confirms nothing, and has expired once the address is confirmed. The person's row stays
 * locked: the session that the link begins is to be made in the same transaction.
 * Throws `link_unknown`, `link_used`, `link_expired`, `password_needed` (redeemSignUp), `email_taken`,
 * `email_of_affiliate`.
 */
export async function redeemLink(
  scope: IdentityScope,
  secret: string,
  given: RedeemOptions = {},
): Promise<RedeemedLink> {
  const { purpose, userId } = await inspectLink(scope, secret);
  if (purpose === "confirm") return redeemSignUp(scope, secret, given);
  const user = await lockUser(scope, userId);
  if (!user) throw new DomainError("link_unknown");
  const tokenHash = hashSecret(secret);
  const { count } = await scope.db.oneTimeToken.updateMany({
    where: { tokenHash, usedAt: null, expiresAt: { gt: scope.now } },
    data: { usedAt: scope.now },
  });
  if (count === 0) {
    // Used or revoked while this waited for the lock.
    await inspectLink(scope, secret);
    throw new DomainError("link_used", { purpose });
  }
  const { orgId, redirectTo, email, createdAt } = await scope.db.oneTimeToken.findUniqueOrThrow({
    where: { tokenHash },
  });
  const handedOut = isHandedOut(secret);
  if (handedOut && user.emailConfirmedAt) throw new DomainError("link_expired", { purpose });
  if (email !== null) await moveTo(scope, user, { purpose, email, createdAt }, given.language ?? "");
  if (purpose === "reset") {
    // Invitations too: whoever has such a link can sign in with it.
    await revokeLinks(scope, user, { invitations: true });
    await scope.db.session.deleteMany({ where: { userId } });
  }
  const setsOne = purpose === "reset" || purpose === "keep-email";
  const passwordHash = setsOne ? given.newPasswordHash : undefined;
  await scope.db.user.update({
    where: { id: userId },
    data: {
      emailConfirmedAt: user.emailConfirmedAt ?? (handedOut ? null : scope.now),
      languagePreference: user.languagePreference ?? given.language ?? null,
      ...(passwordHash && { passwordHash }),
    },
  });
  // Whoever reads the mailbox can set a password: its owner has to hear of it, and the other owners.
  if (passwordHash) await giveSecurityNotice(scope, userId, "password_changed", given.language ?? "");
  return {
    purpose,
    userId,
    email: email ?? user.email,
    orgId,
    redirectTo,
    handedOut,
    languagePreference: user.languagePreference,
    setsPassword: Boolean(passwordHash),
  };
}
