import type { StatementScope } from "../shared/scope";

/** Returns the argon2id hash of a user's password; null without one. No other query can read it. */
export async function passwordHashOf(scope: StatementScope, userId: string): Promise<string | null> {
  const [row] = await scope.db.$queryRaw<{ hash: string | null }[]>`
    select app.password_of(${userId}::uuid) as hash`;
  return row!.hash;
}

/** Returns the argon2id hash of a sign-up's password; null if it is no longer pending. */
export async function passwordHashOfSignUp(scope: StatementScope, signUpId: string): Promise<string | null> {
  const [row] = await scope.db.$queryRaw<{ hash: string | null }[]>`
    select app.password_of_sign_up(${signUpId}::uuid) as hash`;
  return row!.hash;
}
