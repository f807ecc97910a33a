import type { StatementScope } from "../shared/scope";

/** The argon2id hash of a person's password; null without one. No other query can read it. */
export async function passwordHashOf(scope: StatementScope, userId: string): Promise<string | null> {
  const [row] = await scope.db.$queryRaw<{ hash: string | null }[]>`
    select app.password_of(${userId}::uuid) as hash`;
  return row!.hash;
}

/** The same of a sign-up; null once it is no longer pending. */
export async function passwordHashOfSignUp(scope: StatementScope, signUpId: string): Promise<string | null> {
  const [row] = await scope.db.$queryRaw<{ hash: string | null }[]>`
    select app.password_of_sign_up(${signUpId}::uuid) as hash`;
  return row!.hash;
}
