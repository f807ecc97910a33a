import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { hashSecret } from "./secret.server";
import { readSession } from "./session.server";

/**
 * Switches a session to another organization where its user is a member.
 * Throws `not_found` for any other organization, and if the session has ended.
 */
export async function switchOrganization(scope: IdentityScope, secret: string, orgId: string): Promise<void> {
  const user = await readSession(scope, secret);
  if (!user?.memberships.some((one) => one.orgId === orgId)) throw new DomainError("not_found");
  await scope.db.session.updateMany({
    where: { idHash: hashSecret(secret) },
    data: { orgId, door: "staff" },
  });
}

/**
 * Switches a session to the portal of another organization where its user is an affiliate.
 * Throws `not_found` for any other organization, and if the session has ended.
 */
export async function switchAffiliation(scope: IdentityScope, secret: string, orgId: string): Promise<void> {
  const user = await readSession(scope, secret);
  if (!user?.affiliations.some((one) => one.orgId === orgId)) throw new DomainError("not_found");
  await scope.db.session.updateMany({
    where: { idHash: hashSecret(secret) },
    data: { affiliateOrgId: orgId, door: "affiliate" },
  });
}
