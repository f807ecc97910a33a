import { lockAffiliate } from "../affiliates/lock-affiliate.server";
import type { Scope } from "../shared/scope";
import { activeTerms } from "../terms/active-terms.server";
import { priceCommission, type CommissionTrace, type PricedDeal, type PricingTerms } from "../terms/pricing";
import { wonVolumes } from "./won-volumes.server";

export interface DealToPrice extends PricedDeal {
  affiliateId: string | null;
  /** Id of the deal being edited; its stored amount is excluded from the volume. */
  except?: string;
  /** The terms to price by (see `termsOf`), null for none; default: the affiliate's active terms. */
  terms?: PricingTerms | null;
}

/**
 * Calculates a deal's commission by the given terms or the affiliate's active ones. With tiered terms it locks the
 * affiliate until the transaction ends. Concurrent deals of one affiliate are therefore priced one after the other, and
 * the second counts the first.
 */
export async function priceDeal(scope: Scope, deal: DealToPrice): Promise<CommissionTrace> {
  const { affiliateId } = deal;
  const terms = deal.terms === undefined ? await activeTerms(scope, affiliateId) : deal.terms;
  if (!terms?.tiers || !affiliateId) return priceCommission(deal, terms);

  await lockAffiliate(scope, affiliateId);
  return priceCommission(deal, terms, await wonVolumes(scope, affiliateId, deal.except));
}
