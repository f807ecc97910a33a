import { paymentProgress } from "../commissions/payment-progress.server";
import { recordId } from "../shared/fields";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { OwnDeal } from "./own-deal";
import { ownDeal, ownDealInclude } from "./own-deal.server";

const PAGE = 50;

/**
 * The deals won from the affiliate's leads, newest first, a page at a time: `after` is the id of the last one seen,
 * `next` the one to go on from, or null at the end. Throws `forbidden` for others.
 */
export async function listOwnDeals(
  scope: Scope,
  after: string | null,
): Promise<{ deals: OwnDeal[]; next: string | null }> {
  const cursor = recordId.safeParse(after).success ? after : null;
  const rows = await scope.db.deal.findMany({
    where: { affiliateId: actingAffiliate(scope) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAGE + 1,
    ...(cursor && { cursor: { orgId_id: { orgId: scope.orgId, id: cursor } }, skip: 1 }),
    include: ownDealInclude,
  });
  const page = rows.slice(0, PAGE);
  const recurring = page.filter((deal) => deal.dealType === "recurring").map((deal) => deal.id);
  const progress = await paymentProgress(scope, recurring);
  return {
    deals: page.map((deal) => ownDeal(deal, progress.get(deal.id))),
    next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** How many deals the affiliate has. Throws `forbidden` for others. */
export async function countOwnDeals(scope: Scope): Promise<number> {
  return scope.db.deal.count({ where: { affiliateId: actingAffiliate(scope) } });
}
