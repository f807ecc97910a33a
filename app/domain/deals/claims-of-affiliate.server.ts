import { noFilter } from "../leads/lead-filter";
import { fromDatabase, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { DealView } from "./deal-view";
import { listDeals } from "./list-deals.server";

/** What an affiliate owes back: commissions that were paid before their deals ended, and not deducted since. */
export interface AffiliateClaims {
  /** Number of deals with claims. */
  count: number;
  /** Sum of all claims, one per currency. */
  amounts: Money[];
  /** The deals with the latest close dates. */
  deals: DealView[];
  /** How often claims were paid back or waived. */
  settlements: number;
}

/**
 * Reads what an affiliate owes back, with at most `most` of the deals.
 * Throws `forbidden`.
 */
export async function claimsOfAffiliate(scope: Scope, affiliateId: string, most: number): Promise<AffiliateClaims> {
  requireStaff(scope);
  const sums = await scope.db.$queryRaw<{ currency: string; amount: bigint; deals: number }[]>`
    select currency, sum(amount - settled_amount)::bigint as amount,
           (select count(distinct deal_id)::int from commission_claim
            where org_id = ${scope.orgId}::uuid and affiliate_id = ${affiliateId}::uuid and is_open) as deals
    from commission_claim
    where org_id = ${scope.orgId}::uuid and affiliate_id = ${affiliateId}::uuid and is_open
    group by currency order by currency`;
  const settlements = await scope.db.claimSettlement.count({ where: { affiliateId } });
  // Most affiliates owe nothing back, so skip the query for their deals.
  if (sums.length === 0) return { count: 0, amounts: [], deals: [], settlements };
  const filter = { ...noFilter, affiliate: affiliateId, deals: "owed_back" as const };
  const { rows: deals } = await listDeals(scope, { filter, size: most, cursor: null });
  return {
    count: sums[0]!.deals,
    amounts: sums.map(({ amount, currency }) => ({ amount: fromDatabase(amount), currency })),
    deals,
    settlements,
  };
}
