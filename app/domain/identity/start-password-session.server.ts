import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { lockUser } from "./lock-user.server";
import { startSession, type SessionRequest } from "./session.server";

/**
 * Starts the session of somebody whose password was found to belong to `passwordHash`, and returns its secret as
 * {@link startSession} does. The comparison takes long and happens before, so the stored hash is looked at again here: a
 * password that was replaced meanwhile opens nothing.
 * Throws `credentials_wrong`.
 */
export async function startPasswordSession(
  scope: IdentityScope,
  passwordHash: string,
  session: SessionRequest,
): Promise<string> {
  const user = await lockUser(scope, session.userId);
  if (!user?.emailConfirmedAt || user.passwordHash !== passwordHash)
    throw new DomainError("credentials_wrong");
  return startSession(scope, session);
}
