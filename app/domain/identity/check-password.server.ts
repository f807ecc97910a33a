import type { IdentityScope } from "../shared/scope";

export interface PasswordCandidate {
  userId: string;
  languagePreference: string | null;
  /** argon2id; of a confirmed account its own, else that of the last sign-up whose mail is still waiting. */
  passwordHash: string | null;
  confirmed: boolean;
}

/**
 * What a sign-in is checked against; null when the address is unknown. The slow comparison happens outside, and happens
 * in any case, so that known and unknown addresses take the same time.
 */
export async function passwordCandidate(
  scope: IdentityScope,
  email: string,
): Promise<PasswordCandidate | null> {
  const user = await scope.db.user.findUnique({ where: { email } });
  if (!user) return null;
  const common = { userId: user.id, languagePreference: user.languagePreference };
  if (user.emailConfirmedAt) return { ...common, passwordHash: user.passwordHash, confirmed: true };
  const waiting = await scope.db.oneTimeToken.findFirst({
    where: { userId: user.id, purpose: "confirm", usedAt: null },
    orderBy: { createdAt: "desc" },
  });
  return { ...common, passwordHash: waiting?.passwordHash ?? null, confirmed: false };
}
