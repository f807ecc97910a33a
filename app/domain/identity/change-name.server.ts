import { refuseContact } from "../shared/contact-in-name";
import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { lockUser } from "./lock-user.server";
import { giveSecurityNotice } from "./security-notice.server";

/**
 * Changes the name of a signed-in user. The user is notified by email, and the audit logs of their organizations record
 * it.
 * Throws `not_found`, `name_has_contact` (field name).
 */
export async function changeName(
  scope: IdentityScope,
  userId: string,
  { name, language }: { name: string; language: string },
): Promise<void> {
  const user = await lockUser(scope, userId);
  if (!user) throw new DomainError("not_found");
  refuseContact(name, "name", [user.email]);
  const { count } = await scope.db.user.updateMany({
    where: { id: userId, name: { not: name } },
    data: { name },
  });
  if (count > 0) await giveSecurityNotice(scope, userId, "name_changed", language);
}
