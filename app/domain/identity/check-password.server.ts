import type { IdentityScope } from "../shared/scope";

/** What a sign-in is checked against. */
export interface PasswordCandidates {
  /** The confirmed account of the address, if it has a password. */
  account: { userId: string; languagePreference: string | null; passwordHash: string } | null;
  /** The last sign-up with the address, if it is pending. */
  pending: { signUpId: string; passwordHash: string } | null;
}

/**
 * Finds the account and the pending sign-up of an address. Both queries and both slow comparisons (outside this
 * function) always run, so that known, unknown and pending addresses take the same time.
 */
export async function passwordCandidates(scope: IdentityScope, email: string): Promise<PasswordCandidates> {
  const user = await scope.db.user.findUnique({ where: { email } });
  const last = await scope.db.signUp.findFirst({
    where: { email },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return {
    account:
      user?.emailConfirmedAt && user.passwordHash
        ? { userId: user.id, languagePreference: user.languagePreference, passwordHash: user.passwordHash }
        : null,
    pending: last?.passwordHash ? { signUpId: last.id, passwordHash: last.passwordHash } : null,
  };
}
