import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { leadCards, type LeadCard } from "./lead-cards.server";

/**
 * Returns an affiliate's latest leads in any status.
 * Throws `forbidden`.
 */
export async function latestLeadsOf(scope: Scope, affiliateId: string, most: number): Promise<LeadCard[]> {
  requireStaff(scope);
  const latest = await scope.db.lead.findMany({
    where: { affiliateId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: most,
    select: { id: true },
  });
  return leadCards(scope, { ids: latest.map(({ id }) => id) });
}
