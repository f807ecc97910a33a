import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { type PaymentFilter, commissionKinds } from "~/domain/commissions/commission";
import { readDeal } from "~/domain/deals/read-deal.server";
import type { Scope } from "~/domain/shared/scope";
import { readPeriod } from "~/domain/shared/period";

/**
 * Returns the filter in the URL, with the names of the filtered records. A deal implies affiliate and kind, and shows
 * all its days. Unknown ids are ignored.
 */
export async function readFilter(scope: Scope, params: URLSearchParams) {
  const found = params.has("deal") ? await readDeal(scope, params.get("deal")) : null;
  const affiliates = await affiliateChoices(scope, found ? null : params.get("affiliate"));
  const kind = found ? null : (commissionKinds.find((one) => one === params.get("kind")) ?? null);
  const period = found ? null : readPeriod(params, await scope.today());
  return {
    period,
    filter: {
      kind,
      period,
      affiliateId: affiliates.chosen?.id ?? null,
      dealId: found?.id ?? null,
    } satisfies PaymentFilter,
    affiliates,
    deal: found && { id: found.id, title: found.title, company: found.company },
  };
}
