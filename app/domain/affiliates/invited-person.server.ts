import { isNobody } from "../identity/is-nobody.server";
import { ensureInvited } from "../identity/open-person.server";
import { isErased } from "../shared/erased";
import type { Scope } from "../shared/scope";

/**
 * The person whom an invitation of an affiliate goes to, by id. Who has ended their access gets a new account of the same address. The caller has locked the affiliate.
 */
export async function invitedPerson(
  scope: Scope,
  affiliateId: string,
  { userId, name, email }: { userId: string; name: string; email: string },
): Promise<string> {
  if (isErased(email) || !(await isNobody(scope, userId))) return userId;
  const { id } = await ensureInvited(scope, { email, name });
  await scope.db.membership.updateMany({ where: { affiliateId }, data: { userId: id } });
  return id;
}
