import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { lockUser } from "./lock-user.server";
import { startSession, type SessionRequest } from "./session.server";

/**
 * Starts the session of somebody whose password was found to belong to `passwordHash`, and returns its secret as
 * {@link startSession} does. The comparison takes long and happens before, so the stored hash is looked at again here: a
 * password that was replaced meanwhile opens nothing. `renewedHash` of the same password is stored in its place.
 * Throws `credentials_wrong`.
 */
export async function startPasswordSession(
  scope: IdentityScope,
  { passwordHash, renewedHash }: { passwordHash: string; renewedHash?: string },
  session: SessionRequest,
): Promise<string> {
  const user = await lockUser(scope, session.userId);
  if (!user?.emailConfirmedAt || user.passwordHash !== passwordHash)
    throw new DomainError("credentials_wrong");
  if (renewedHash)
    await scope.db.user.update({ where: { id: user.id }, data: { passwordHash: renewedHash } });
  return startSession(scope, session);
}
