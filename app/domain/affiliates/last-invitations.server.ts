import type { Scope } from "../shared/scope";
import { invitationOf, type Invitation } from "./invitation";

/**
 * When these affiliates last got an invitation mail, by id. Affiliates who never got one at their present address
 * are left out.
 */
export async function lastInvitations(scope: Scope, affiliateIds: readonly string[]): Promise<Map<string, Invitation>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await scope.db.affiliate.findMany({
    where: { id: { in: [...affiliateIds] }, invitedAt: { not: null } },
    select: { id: true, invitedAt: true },
  });
  return new Map(rows.map(({ id, invitedAt }) => [id, invitationOf(invitedAt!, scope.now)]));
}
