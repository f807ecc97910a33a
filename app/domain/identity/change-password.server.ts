import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { lockUser } from "./lock-user.server";
import { revokeLinks } from "./revoke-links.server";
import { hashSecret } from "./secret.server";
import { giveSecurityNotice } from "./security-notice.server";

/**
 * Sets a new password for a user who has re-authenticated. All other sessions and all links of the user end, as with a
 * reset; the session with the secret `kept` continues. The user is notified by email, in `language` if they have chosen
 * none, and so are the other owners of their organizations.
 * Throws `not_found`.
 */
export async function changePassword(
  scope: IdentityScope,
  userId: string,
  { passwordHash, kept, language }: { passwordHash: string; kept: string; language: string },
): Promise<void> {
  const user = await lockUser(scope, userId);
  if (!user) throw new DomainError("not_found");
  await scope.db.user.update({ where: { id: userId }, data: { passwordHash } });
  await revokeLinks(scope, user, { invitations: true });
  await scope.db.session.deleteMany({ where: { userId, idHash: { not: hashSecret(kept) } } });
  await giveSecurityNotice(scope, userId, "password_changed", language);
}
