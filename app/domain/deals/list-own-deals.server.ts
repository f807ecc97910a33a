import { paymentProgress } from "./payment-progress.server";
import { daysOf } from "../leads/lead-filter";
import { readAggregates, totalOf } from "../shared/aggregates.server";
import { dealsOfPeriod } from "../shared/sums-of-period.server";
import { dateFromDay, dayFromDate, isDay, type Day } from "../shared/dates";
import { afterCursor, inOrder, readCursor, type Page } from "../shared/page";
import type { Period } from "../shared/period";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { OwnDeal } from "./own-deal";
import { ownDeal, ownDealInclude } from "./own-deal.server";

/**
 * Returns a page of the deals won from the acting affiliate's leads, latest close date first. `period` limits the close
 * dates.
 * Throws `forbidden` for other actors.
 */
export async function listOwnDeals(
  scope: Scope,
  cursor: string | null,
  period: Period | null = null,
): Promise<Page<OwnDeal>> {
  const pageCursor = readCursor({ cursor }, "desc", isDay);
  const read = await scope.db.deal.findMany({
    where: {
      AND: [
        afterCursor(pageCursor, "closeDate", (key) => dateFromDay(key as Day)),
        period ? { closeDate: daysOf(period) } : {},
      ],
      affiliateId: actingAffiliate(scope),
    },
    orderBy: inOrder(pageCursor, "closeDate"),
    take: pageCursor.take,
    include: ownDealInclude,
  });
  const { rows, ...page } = pageCursor.page(read, (deal) => dayFromDate(deal.closeDate));
  const recurring = rows.filter((deal) => deal.dealType === "recurring").map((deal) => deal.id);
  const progress = await paymentProgress(scope, recurring);
  const today = await scope.today();
  return { ...page, rows: rows.map((deal) => ownDeal(deal, progress.get(deal.id), today, scope.log)) };
}

/**
 * Counts the deals of the acting affiliate, optionally those closed in a period.
 * Throws `forbidden` for other actors.
 */
export async function countOwnDeals(scope: Scope, period: Period | null = null): Promise<number> {
  const affiliateId = actingAffiliate(scope);
  if (period) return (await dealsOfPeriod(scope, period, affiliateId)).count;
  return totalOf(await readAggregates(scope, ["deal"], affiliateId)).count;
}
