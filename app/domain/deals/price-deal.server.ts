import { lockAffiliate } from "../affiliates/lock-affiliate.server";
import type { Scope } from "../shared/scope";
import { activeTerms } from "../terms/active-terms.server";
import { priceCommission, type CommissionTrace, type PricedDeal, type PricingTerms } from "../terms/pricing";
import { wonVolumes } from "./won-volumes.server";

export interface DealToPrice extends PricedDeal {
  affiliateId: string | null;
  /** Id of the deal that is being edited: its own part of the volume, as it is stored now, is left out. */
  except?: string;
  /** The terms to price by (see `termsOf`), null for none; the affiliate's active terms when left out. */
  terms?: PricingTerms | null;
}

/**
 * Calculates a deal's commission by the affiliate's active terms or by the given ones. With tiered terms it takes a
 * lock until the end of the transaction, so that deals of the same affiliate are priced one after the other: if two
 * are won at once, the second counts the first.
 */
export async function priceDeal(scope: Scope, deal: DealToPrice): Promise<CommissionTrace> {
  const { affiliateId } = deal;
  const terms = deal.terms === undefined ? await activeTerms(scope, affiliateId) : deal.terms;
  if (!terms?.tiers || !affiliateId) return priceCommission(deal, terms);

  await lockAffiliate(scope, affiliateId);
  return priceCommission(deal, terms, await wonVolumes(scope, affiliateId, deal.except));
}
