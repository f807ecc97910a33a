import { paymentProgress } from "../commissions/payment-progress.server";
import { readTallies, totalOf } from "../reports/tallies.server";
import { beyondPlace, inOrder, keyset, momentKey, type Page } from "../shared/page";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { OwnDeal } from "./own-deal";
import { ownDeal, ownDealInclude } from "./own-deal.server";

/** A page of the deals won from the affiliate's leads, newest first. Throws `forbidden` for others. */
export async function listOwnDeals(scope: Scope, cursor: string | null): Promise<Page<OwnDeal>> {
  const place = keyset({ cursor }, "desc", momentKey.valid);
  const read = await scope.db.deal.findMany({
    where: { ...beyondPlace(place, "createdAt", momentKey.value), affiliateId: actingAffiliate(scope) },
    orderBy: inOrder(place, "createdAt"),
    take: place.take,
    include: ownDealInclude,
  });
  const { rows, ...page } = place.page(read, (deal) => momentKey.of(deal.createdAt));
  const recurring = rows.filter((deal) => deal.dealType === "recurring").map((deal) => deal.id);
  const progress = await paymentProgress(scope, recurring);
  const today = await scope.today();
  return { ...page, rows: rows.map((deal) => ownDeal(deal, progress.get(deal.id), today)) };
}

/** How many deals the affiliate has. Throws `forbidden` for others. */
export async function countOwnDeals(scope: Scope): Promise<number> {
  return totalOf(await readTallies(scope, ["deal"], actingAffiliate(scope))).count;
}
