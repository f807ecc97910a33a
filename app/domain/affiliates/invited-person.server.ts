import { ensureInvited } from "../identity/open-person.server";
import type { Scope } from "../shared/scope";
import { hasLeft } from "../identity/has-left.server";

/**
 * Returns the id of the user whom an affiliate's invitation is for. An affiliate who has ended their access gets a new
 * account with the same address. The caller has locked the affiliate.
 */
export async function invitedPerson(
  scope: Scope,
  affiliateId: string,
  affiliate: { userId: string; name: string; email: string; signedInAt: Date | null },
): Promise<string> {
  const { userId, name, email } = affiliate;
  if (!(await hasLeft(scope, affiliate))) return userId;
  const { id } = await ensureInvited(scope, { email, name });
  await scope.db.membership.updateMany({ where: { affiliateId }, data: { userId: id } });
  return id;
}
