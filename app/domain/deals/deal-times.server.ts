import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { DealView } from "./deal-view";

/** A deal with its times of creation and last change, which no screen shows. */
export interface TimedDeal extends DealView {
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Adds the times to deals.
 * Throws `forbidden`.
 */
export async function withTimes(scope: Scope, deals: readonly DealView[]): Promise<TimedDeal[]> {
  requireStaff(scope);
  if (deals.length === 0) return [];
  const found = await scope.db.deal.findMany({
    where: { id: { in: deals.map(({ id }) => id) } },
    select: { id: true, createdAt: true, updatedAt: true },
  });
  const times = new Map(found.map((times) => [times.id, times]));
  return deals.flatMap((deal) => {
    const known = times.get(deal.id);
    return known ? [{ ...deal, createdAt: known.createdAt, updatedAt: known.updatedAt }] : [];
  });
}
