import type { Scope } from "../shared/scope";
import { invitationOf, type Invitation } from "./invitation";

/**
 * Returns the last invitation email of these affiliates, by id. Affiliates without one to their current address are
 * omitted.
 */
export async function lastInvitations(scope: Scope, affiliateIds: readonly string[]): Promise<Map<string, Invitation>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await scope.db.affiliate.findMany({
    where: { id: { in: [...affiliateIds] }, invitedAt: { not: null } },
    select: { id: true, invitedAt: true },
  });
  return new Map(rows.map(({ id, invitedAt }) => [id, invitationOf(invitedAt!, scope.now)]));
}
