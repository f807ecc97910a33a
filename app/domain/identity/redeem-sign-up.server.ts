import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { ensureUser } from "./ensure-user.server";
import { inspectLink, isSameBrowser } from "./inspect-link.server";
import { lockUser } from "./lock-user.server";
import { passwordHashOfSignUp } from "./password-hash.server";
import type { RedeemOptions, RedeemedLink } from "./redeemed-link";
import { revokeLinks } from "./revoke-links.server";
import { hashSecret } from "./secret.server";

/**
 * Redeems the link of a sign-up: creates the user with the name and password of the sign-up. Anyone can sign up with
 * another person's address. The password of the sign-up therefore counts only in the browser that chose it; any other
 * browser must set a new one, and the first is discarded. Once the address was confirmed in another way, the sign-up
 * sets no password; its link still signs in the receiver of the email. See redeemLink.
 * Throws `password_needed`, `link_unknown` (the user was deleted).
 */
export async function redeemSignUp(scope: IdentityScope, secret: string, given: RedeemOptions): Promise<RedeemedLink> {
  const tokenHash = hashSecret(secret);
  const signUp = await scope.db.signUp.findUniqueOrThrow({ where: { tokenHash } });
  const { email, name, language } = signUp;
  const { id: userId } = await ensureUser(scope, { email, name, language });
  const user = await lockUser(scope, userId);
  const chosenThen = await usePassword(scope, secret);
  if (!user) throw new DomainError("link_unknown");
  const setsPassword = !user.emailConfirmedAt;
  if (setsPassword) {
    const passwordHash = isSameBrowser(signUp, given.browser ?? null) ? chosenThen : given.newPasswordHash;
    if (!passwordHash) throw new DomainError("password_needed", {}, "password");
    await revokeLinks(scope, user, { invitations: false });
    await scope.db.user.update({
      where: { id: userId },
      data: {
        name,
        passwordHash,
        emailConfirmedAt: scope.now,
        languagePreference: user.languagePreference ?? given.language ?? null,
      },
    });
    // Also ends the same sign-up if its email was resent.
    await scope.db.$executeRaw`
      update sign_up set password_hash = null, used_at = ${scope.now}
      where email = ${email} and app.password_of_sign_up(id) = ${chosenThen}`;
  }
  return {
    purpose: "confirm",
    userId,
    email,
    orgId: null,
    redirectTo: null,
    handedOut: false,
    setsPassword,
    languagePreference: user.languagePreference,
  };
}

/** Uses up the link and returns the hash of the password, which moves from the sign-up to the user. */
async function usePassword(scope: IdentityScope, secret: string): Promise<string> {
  const [pending] = await scope.db.$queryRaw<{ id: string }[]>`
    select id from sign_up
    where token_hash = ${hashSecret(secret)} and used_at is null and expires_at > ${scope.now} for update`;
  const passwordHash = pending && (await passwordHashOfSignUp(scope, pending.id));
  if (pending && passwordHash) {
    await scope.db.signUp.update({
      where: { id: pending.id },
      data: { usedAt: scope.now, passwordHash: null },
    });
    return passwordHash;
  }
  // The link was used or revoked while this transaction waited for the lock.
  await inspectLink(scope, secret);
  throw new DomainError("link_used", { purpose: "confirm" });
}
