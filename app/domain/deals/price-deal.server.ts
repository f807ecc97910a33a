import { yearOf, type Day } from "../shared/dates";
import type { Scope } from "../shared/scope";
import { activeTerms } from "../terms/active-terms.server";
import { priceCommission, type CommissionTrace, type PricedDeal, type PricingTerms } from "./pricing";
import { wonVolumes } from "./won-volumes.server";

export interface DealToPrice extends Pick<PricedDeal, "base" | "per" | "total"> {
  affiliateId: string | null;
  /** Decides the calendar year whose volume counts. */
  closeDate: Day;
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
  const { affiliateId, base, per, total } = deal;
  const terms = deal.terms === undefined ? await activeTerms(scope, affiliateId) : deal.terms;
  const year = yearOf(deal.closeDate);
  if (!terms?.tiers || !affiliateId) return priceCommission({ base, per, total, year }, terms);

  await scope.db.$queryRaw`
    select 1 from affiliate where org_id = ${scope.orgId}::uuid and id = ${affiliateId}::uuid for no key update`;
  const won = await wonVolumes(scope, affiliateId, deal.except);
  return priceCommission({ base, per, total, year }, terms, won);
}
