import type { IdentityScope } from "../shared/scope";
import { passwordHashOf } from "./password-hash.server";

export interface LockedUser {
  id: string;
  email: string;
  /** argon2id. */
  passwordHash: string | null;
  emailConfirmedAt: Date | null;
  languagePreference: string | null;
}

/**
 * A person's row, locked until the end of the transaction; null when there is none. Starting a session and setting a
 * password both lock it first, before any row of a link, so that the second one sees the change of the first.
 */
export async function lockUser(scope: IdentityScope, userId: string): Promise<LockedUser | null> {
  const [row] = await scope.db.$queryRaw<Omit<LockedUser, "passwordHash">[]>`
    select id, email, email_confirmed_at as "emailConfirmedAt",
      language_preference as "languagePreference"
    from app_user where id = ${userId}::uuid for no key update`;
  // A statement of its own, which begins once the row is locked: the hash of this moment.
  return row ? { ...row, passwordHash: await passwordHashOf(scope, row.id) } : null;
}
