import type { IdentityScope } from "../shared/scope";
import { passwordHashOf, passwordHashOfSignUp } from "./password-hash.server";

/** An id that no user has. It makes the lookup of an unknown address cost as much as that of a known one. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The passwords that a sign-in is compared with. */
export interface PasswordCandidates {
  /** The confirmed account of the address, if it has a password. */
  account: { userId: string; languagePreference: string | null; passwordHash: string } | null;
  /** The last sign-up with the address, if it is pending. */
  pending: { signUpId: string; passwordHash: string } | null;
}

/**
 * Finds the account and the pending sign-up of an address. All queries always run, and the caller always runs both slow
 * comparisons, so that known, unknown and pending addresses take the same time.
 */
export async function passwordCandidates(scope: IdentityScope, email: string): Promise<PasswordCandidates> {
  const user = await scope.db.user.findUnique({ where: { email } });
  const last = await scope.db.signUp.findFirst({
    where: { email },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const passwordHash = await passwordHashOf(scope, user?.id ?? NOBODY);
  const pendingHash = await passwordHashOfSignUp(scope, last?.id ?? NOBODY);
  return {
    account:
      user?.emailConfirmedAt && passwordHash
        ? { userId: user.id, languagePreference: user.languagePreference, passwordHash }
        : null,
    pending: last && pendingHash ? { signUpId: last.id, passwordHash: pendingHash } : null,
  };
}
