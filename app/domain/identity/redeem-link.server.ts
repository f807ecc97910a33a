import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { inspectLink } from "./inspect-link.server";
import { hashSecret } from "./secret.server";
import { isHandedOut, type LinkPurpose } from "./one-time-link";

export interface RedeemedLink {
  purpose: LinkPurpose;
  userId: string;
  /** The organisation whose portal opens, of an invitation or portal sign-in. */
  orgId: string | null;
  languagePreference: string | null;
  /** The page that was asked for before. */
  redirectTo: string | null;
  /** Staff handed it out: what it begins opens the portal of `orgId` only. */
  handedOut: boolean;
}

/**
 * Uses a link up and gives its purpose effect: whoever holds it owns the mailbox, so the address is confirmed. Of any
 * number at once one succeeds. `language` is the one the person reads now; it is kept if none was chosen before. A reset
 * link takes the hash of the new password and ends all other sessions. A link that staff handed out proves no mailbox: it
 * confirms nothing, and has expired once the address is confirmed.
 * Throws `link_unknown`, `link_used`, `link_expired`.
 */
export async function redeemLink(
  scope: IdentityScope,
  secret: string,
  given: { language?: string; newPasswordHash?: string } = {},
): Promise<RedeemedLink> {
  const { purpose } = await inspectLink(scope, secret);
  const tokenHash = hashSecret(secret);
  const { count } = await scope.db.oneTimeToken.updateMany({
    where: { tokenHash, usedAt: null, expiresAt: { gt: scope.now } },
    data: { usedAt: scope.now },
  });
  if (count === 0) throw new DomainError("link_used", { purpose });

  const token = await scope.db.oneTimeToken.findUniqueOrThrow({
    where: { tokenHash },
    include: { user: true },
  });
  const handedOut = isHandedOut(secret);
  if (handedOut && token.user.emailConfirmedAt) throw new DomainError("link_expired", { purpose });
  await scope.db.user.update({
    where: { id: token.userId },
    data: {
      emailConfirmedAt: token.user.emailConfirmedAt ?? (handedOut ? null : scope.now),
      languagePreference: token.user.languagePreference ?? given.language ?? null,
      ...effectOf(token, given.newPasswordHash),
    },
  });
  if (purpose === "reset") await scope.db.session.deleteMany({ where: { userId: token.userId } });
  return {
    purpose,
    userId: token.userId,
    orgId: token.orgId,
    languagePreference: token.user.languagePreference,
    redirectTo: token.redirectTo,
    handedOut,
  };
}

function effectOf(
  token: {
    purpose: string;
    name: string | null;
    passwordHash: string | null;
    user: { emailConfirmedAt: Date | null };
  },
  newPasswordHash: string | undefined,
): { name?: string; passwordHash?: string } {
  // Anybody can sign up with somebody's address: once its owner has confirmed it, a sign-up sets no password any more.
  if (token.purpose === "confirm" && token.passwordHash && !token.user.emailConfirmedAt) {
    return { passwordHash: token.passwordHash, ...(token.name && { name: token.name }) };
  }
  return token.purpose === "reset" && newPasswordHash ? { passwordHash: newPasswordHash } : {};
}
