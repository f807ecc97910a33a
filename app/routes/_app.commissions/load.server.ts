import { dueOfAffiliates } from "~/domain/commissions/due-by-affiliate.server";
import { listPayments } from "~/domain/commissions/list-payments.server";
import { groupByAffiliate } from "~/domain/commissions/group-by-affiliate.server";
import { MAX_NAMED } from "~/domain/commissions/commission";
import { paymentTotals, totalPayments } from "~/domain/commissions/total-payments.server";
import { runQueries } from "~/domain/shared/query-together.server";
import { paymentListParams } from "~/server/list-params.server";
import { openDefaultView } from "~/server/open-view.server";
import { staffScope } from "~/server/open-scope.server";
import type { RequestContext } from "~/server/session.server";

/** Loads the screen: the tab, filter and order in the URL. */
export async function loadPayments(args: RequestContext) {
  const { searchParams } = new URL(args.request.url);
  return staffScope(args, async (scope) => {
    await openDefaultView(scope, args.request, "commissions");
    const { tab, filter, affiliates, deal, period, order, search, cut, isGrouped } = await paymentListParams(
      scope,
      searchParams,
    );
    const whole = tab === "due" && !filter.affiliateId && !filter.dealId && !filter.kind && !period && !search;
    const today = await scope.today();
    const { totals, dueBy } = whole
      ? await runQueries(scope, {
          totals: paymentTotals(scope, today),
          dueBy: dueOfAffiliates(scope, today, MAX_NAMED),
        })
      : { totals: await totalPayments(scope, filter), dueBy: null };
    const { due, waiting, planned, paid } = totals;
    const page = await listPayments(scope, tab, { cursor: searchParams.get("cursor"), order, ...filter });
    const done = tab === "due" && !search && due.count === 0 && planned.count > 0;
    const groups = isGrouped && !deal ? await groupByAffiliate(scope, { ...filter, tab }) : null;
    return {
      tab,
      search,
      cut,
      groups,
      order,
      affiliates,
      deal,
      period,
      kind: filter.kind ?? null,
      totals,
      page,
      counts: {
        due: due.count,
        waiting: waiting.count,
        planned: planned.count,
        paid: paid.count,
        all: due.count + waiting.count + planned.count + paid.count,
      },
      dueBy,
      today,
      /** Due date of the next planned payment, if nothing is due now. */
      next: done ? ((await listPayments(scope, "planned", filter)).rows[0]?.due ?? null) : null,
      currency: (await scope.organization()).defaultCurrency,
    };
  });
}
