import { lockAffiliate } from "../affiliates/lock-affiliate.server";
import type { Scope } from "../shared/scope";
import { activeTerms } from "../terms/active-terms.server";
import { priceCommission, type CommissionTrace, type PricedDeal, type PricingTerms } from "./pricing";
import { wonVolumes } from "./won-volumes.server";

export interface DealToPrice extends PricedDeal {
  affiliateId: string | null;
  /** Id of the deal that is being edited: its own part of the volume, as it is stored now, is left out. */
  except?: string;
  /** The terms to price by (see `termsOf`), null for none; the affiliate's active terms when left out. */
  terms?: PricingTerms | null;
}

/**
 * What a deal pays, by the affiliate's active terms or the given ones. With tiered terms it waits for other deals of the
 * affiliate that are being priced by theirs, and holds up later ones until the end of the transaction: of two won at
 * once the second sees the first.
 */
export async function priceDeal(scope: Scope, deal: DealToPrice): Promise<CommissionTrace> {
  const { affiliateId } = deal;
  const terms = deal.terms === undefined ? await activeTerms(scope, affiliateId) : deal.terms;
  if (!terms?.tiers || !affiliateId) return priceCommission(deal, terms);

  await lockAffiliate(scope, affiliateId);
  return priceCommission(deal, terms, await wonVolumes(scope, affiliateId, deal.except));
}
