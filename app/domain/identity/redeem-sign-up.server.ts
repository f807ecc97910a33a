import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { ensureUser } from "./ensure-user.server";
import { inspectLink } from "./inspect-link.server";
import { lockUser } from "./lock-user.server";
import type { RedeemedLink } from "./redeem-link.server";
import { revokeLinks } from "./revoke-links.server";
import { hashSecret } from "./secret.server";

/**
 * Uses the link of a sign-up up: makes the person, with the name and the password that were asked for. Anybody can sign up
 * with somebody's address, so once its owner has confirmed it in another way, a sign-up sets no password any more; its link
 * still signs in whom it was mailed to. See redeemLink.
 */
export async function redeemSignUp(
  scope: IdentityScope,
  secret: string,
  given: { language?: string },
): Promise<RedeemedLink> {
  const tokenHash = hashSecret(secret);
  const { email, name, language } = await scope.db.signUp.findUniqueOrThrow({ where: { tokenHash } });
  const { id: userId } = await ensureUser(scope, { email, name, language });
  const user = await lockUser(scope, userId);
  const passwordHash = await usePassword(scope, secret);
  if (!user) throw new DomainError("link_unknown");
  const setsPassword = !user.emailConfirmedAt;
  if (setsPassword) {
    await revokeLinks(scope, user, { invitations: false });
    await scope.db.user.update({
      where: { id: userId },
      data: {
        ...{ name, passwordHash },
        emailConfirmedAt: scope.now,
        languagePreference: user.languagePreference ?? given.language ?? null,
      },
    });
    // The same sign-up, mailed again.
    await scope.db.signUp.updateMany({
      where: { email, passwordHash },
      data: { passwordHash: null, usedAt: scope.now },
    });
  }
  return {
    ...{ purpose: "confirm", userId, orgId: null, redirectTo: null, handedOut: false, setsPassword },
    languagePreference: user.languagePreference,
  };
}

/** Uses the link up and takes the hash of the password, which is kept with the person from now on. */
async function usePassword(scope: IdentityScope, secret: string): Promise<string> {
  const [used] = await scope.db.$queryRaw<{ password_hash: string }[]>`
    with pending as (
      select id, password_hash from sign_up
      where token_hash = ${hashSecret(secret)} and used_at is null and expires_at > ${scope.now} for update)
    update sign_up s set used_at = ${scope.now}, password_hash = null
    from pending where s.id = pending.id returning pending.password_hash`;
  if (used) return used.password_hash;
  // Used or revoked while this waited for the lock.
  await inspectLink(scope, secret);
  throw new DomainError("link_used", { purpose: "confirm" });
}
