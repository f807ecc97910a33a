import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { hashSecret } from "./secret.server";
import { readSession } from "./session.server";

/**
 * Has a session go on in another organization that its person works for.
 * Throws `not_found` for every other organization, and when the session has ended.
 */
export async function switchOrganization(scope: IdentityScope, secret: string, orgId: string): Promise<void> {
  const user = await readSession(scope, secret);
  if (!user?.memberships.some((one) => one.orgId === orgId)) throw new DomainError("not_found");
  await scope.db.session.updateMany({
    where: { idHash: hashSecret(secret) },
    data: { orgId, door: "staff" },
  });
}
