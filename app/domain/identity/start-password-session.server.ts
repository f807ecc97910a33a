import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { lockUser } from "./lock-user.server";
import { beginSession, type Begun } from "./begin-session.server";
import type { SessionRequest } from "./session.server";

/**
 * Starts the session of a user whose password matched `passwordHash`, as {@link beginSession} does. The slow comparison
 * ran before this transaction, so the stored hash is checked again: a password that was replaced in the meantime does
 * not sign in. `renewedHash`, of the same password, replaces the stored hash.
 * Throws `credentials_wrong`.
 */
export async function startPasswordSession(
  scope: IdentityScope,
  { passwordHash, renewedHash }: { passwordHash: string; renewedHash?: string },
  session: SessionRequest,
): Promise<Begun> {
  const user = await lockUser(scope, session.userId);
  if (!user?.emailConfirmedAt || user.passwordHash !== passwordHash) throw new DomainError("credentials_wrong");
  if (renewedHash) await scope.db.user.update({ where: { id: user.id }, data: { passwordHash: renewedHash } });
  return beginSession(scope, session);
}
