import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { dueByAffiliate } from "~/domain/commissions/due-by-affiliate.server";
import { listPayments } from "~/domain/commissions/list-payments.server";
import {
  MOST_NAMED,
  paymentSorts,
  paymentTabs,
  usualOrder,
  type PaymentFilter,
} from "~/domain/commissions/payment";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import { readDeal } from "~/domain/deals/read-deal.server";
import { parseOrder } from "~/domain/shared/order";
import type { Scope } from "~/domain/shared/scope";
import { transactionKinds } from "~/domain/transactions/transaction.schema";
import { staffScope } from "~/web/open-scope.server";
import type { Call } from "~/web/session.server";

/** What the screen shows: the tab, filter and order its address asks for. */
export async function loadPayments(call: Call) {
  const { searchParams } = new URL(call.request.url);
  const tab = paymentTabs.find((one) => one === searchParams.get("tab")) ?? "due";
  const order = parseOrder(searchParams.get("sort"), paymentSorts(tab), usualOrder(tab));
  return staffScope(call, async (scope) => {
    const { filter, affiliates, deal } = await readFilter(scope, searchParams);
    const totals = await totalPayments(scope, filter);
    const { due, planned, paid } = totals;
    const page = await listPayments(scope, tab, { cursor: searchParams.get("cursor"), order, ...filter });
    const whole = tab === "due" && !filter.affiliateId && !filter.dealId && !filter.kind;
    const done = tab === "due" && due.count === 0 && planned.count > 0;
    return {
      ...{ tab, order, affiliates, deal, kind: filter.kind ?? null, totals, page },
      counts: {
        due: due.count,
        planned: planned.count,
        paid: paid.count,
        all: due.count + planned.count + paid.count,
      },
      dueBy: whole && due.count > 0 ? await dueByAffiliate(scope, MOST_NAMED) : null,
      /** The day the next payment falls due, when nothing is due now. */
      next: done ? ((await listPayments(scope, "planned", filter)).rows[0]?.period ?? null) : null,
      currency: (await scope.organization()).defaultCurrency,
    };
  });
}

/**
 * The filter an address asks for, with the names of what it is narrowed to. A deal says affiliate and kind by itself; ids of
 * nothing narrow nothing.
 */
export async function readFilter(scope: Scope, params: URLSearchParams) {
  const found = params.has("deal") ? await readDeal(scope, params.get("deal")) : null;
  const affiliates = await affiliateChoices(scope, found ? null : params.get("affiliate"));
  const kind = found ? null : (transactionKinds.find((one) => one === params.get("kind")) ?? null);
  return {
    filter: {
      kind,
      affiliateId: affiliates.chosen?.id ?? null,
      dealId: found?.id ?? null,
    } satisfies PaymentFilter,
    affiliates,
    deal: found && { id: found.id, title: found.title, company: found.company },
  };
}
