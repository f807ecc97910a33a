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
 * Uses up a link and applies its purpose. The holder owns the mailbox, so the address is confirmed. One of several
 * concurrent uses succeeds. A link of an address change sets that address. A reset link stores the hash of the new
 * password and ends all sessions and all other links. A manual link does not prove who owns the mailbox: it confirms
 * nothing, and expires once the address is confirmed. The user's row stays locked, so that the caller creates the
 * session in the same transaction.
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
    // The link was used or revoked while this transaction waited for the lock.
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
    // Invitations end too, because their links sign in.
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
  // Anyone who can read the mailbox can set a password, so notify its owner and the other owners.
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
