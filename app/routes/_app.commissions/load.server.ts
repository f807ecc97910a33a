import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { dueToAffiliate } from "~/domain/commissions/due-to-affiliate.server";
import { dueByAffiliate } from "~/domain/commissions/due-by-affiliate.server";
import { listPayments } from "~/domain/commissions/list-payments.server";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import { MOST_AT_ONCE, paymentSorts, paymentTabs, usualOrder } from "~/domain/commissions/payment";
import { parseOrder } from "~/domain/shared/order";
import { staffScope } from "~/web/open-scope.server";
import type { Call } from "~/web/session.server";
import type { AllDue } from "./use-selection";

/** Affiliates the summary of what is due names. */
const MOST_NAMED = 9;

/** What the screen shows: the tab, filter and order its address asks for. */
export async function loadPayments(call: Call) {
  const { searchParams } = new URL(call.request.url);
  const tab = paymentTabs.find((one) => one === searchParams.get("tab")) ?? "due";
  const order = parseOrder(searchParams.get("sort"), paymentSorts(tab), usualOrder(tab));
  return staffScope(call, async (scope) => {
    const affiliates = await affiliateChoices(scope, searchParams.get("affiliate"));
    const affiliateId = affiliates.chosen?.id ?? null;
    const totals = await totalPayments(scope, affiliateId);
    const { due, planned, paid } = totals;
    const page = await listPayments(scope, tab, { cursor: searchParams.get("cursor"), affiliateId, order });
    const everything =
      tab === "due" && affiliates.chosen ? await dueToAffiliate(scope, affiliates.chosen.id) : null;
    const more = everything && everything.count > page.rows.length && everything.count <= MOST_AT_ONCE;
    return {
      ...{ tab, order, affiliates, totals, page },
      counts: {
        due: due.count,
        planned: planned.count,
        paid: paid.count,
        all: due.count + planned.count + paid.count,
      },
      due: {
        summary:
          tab === "due" && !affiliateId && due.count > 0 ? await dueByAffiliate(scope, MOST_NAMED) : null,
        all: more && affiliates.chosen ? allDue(affiliates.chosen, everything) : null,
      },
      currency: (await scope.organization()).defaultCurrency,
    };
  });
}

function allDue(
  { id, name }: { id: string; name: string },
  { count, amounts }: Pick<AllDue, "count" | "amounts">,
): AllDue {
  return { affiliateId: id, name, count, amounts };
}
