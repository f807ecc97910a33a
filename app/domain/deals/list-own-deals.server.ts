import { paymentProgress } from "../commissions/payment-progress.server";
import { newestFirst, newestPage } from "../shared/newest-first";
import type { Page } from "../shared/page";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { OwnDeal } from "./own-deal";
import { ownDeal, ownDealInclude } from "./own-deal.server";

/** A page of the deals won from the affiliate's leads, newest first. Throws `forbidden` for others. */
export async function listOwnDeals(scope: Scope, cursor: string | null): Promise<Page<OwnDeal>> {
  const { where, ...query } = newestFirst(cursor);
  const { rows, next } = newestPage(
    await scope.db.deal.findMany({
      ...query,
      where: { ...where, affiliateId: actingAffiliate(scope) },
      include: ownDealInclude,
    }),
  );
  const recurring = rows.filter((deal) => deal.dealType === "recurring").map((deal) => deal.id);
  const progress = await paymentProgress(scope, recurring);
  return { rows: rows.map((deal) => ownDeal(deal, progress.get(deal.id))), next };
}

/** How many deals the affiliate has. Throws `forbidden` for others. */
export async function countOwnDeals(scope: Scope): Promise<number> {
  return scope.db.deal.count({ where: { affiliateId: actingAffiliate(scope) } });
}
