import type { IdentityScope } from "../shared/scope";
import { passwordHashOf } from "./password-hash.server";

export interface LockedUser {
  id: string;
  email: string;
  /** An argon2id hash. */
  passwordHash: string | null;
  emailConfirmedAt: Date | null;
  languagePreference: string | null;
}

/**
 * Locks a user's row until the transaction ends and reads it; null if not found. Starting a session and setting a
 * password both lock this row first, before any row of a link, so that the second one sees the change of the first.
 */
export async function lockUser(scope: IdentityScope, userId: string): Promise<LockedUser | null> {
  const [row] = await scope.db.$queryRaw<Omit<LockedUser, "passwordHash">[]>`
    select id, email, email_confirmed_at as "emailConfirmedAt",
      language_preference as "languagePreference"
    from app_user where id = ${userId}::uuid for no key update`;
  // Read the hash in a separate query, which starts after the row is locked and therefore sees the current hash.
  return row ? { ...row, passwordHash: await passwordHashOf(scope, row.id) } : null;
}
