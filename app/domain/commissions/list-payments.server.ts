import { isDay } from "../shared/dates";
import { readTallies, totalOf } from "../reports/tallies.server";
import type { Money } from "../shared/money";
import { keyset, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readPaid } from "../transactions/read-paid.server";
import {
  usualOrder,
  type PaymentOrder,
  type PaymentState,
  type PaymentTab,
  type PaymentView,
} from "./payment";
import { readByPeriod } from "./read-by-period.server";

/** A page of a tab's monthly payments, of the organisation or of one affiliate. Throws `forbidden`. */
export async function listPayments(
  scope: Scope,
  tab: PaymentTab,
  {
    cursor = null,
    affiliateId = null,
    order = usualOrder(tab),
  }: { cursor?: string | null; affiliateId?: string | null; order?: PaymentOrder } = {},
): Promise<Page<PaymentView>> {
  requireStaff(scope);
  const place = keyset({ cursor }, order.direction, isDay);
  if (tab === "paid" && order.by === "paid_date") {
    const paid = await readPaid(scope, { kinds: ["payment"], receipt: null, affiliateId }, place);
    const views = paid.map(
      ({ kind: _, affiliateId, affiliate, period, commission, paymentDate, ...row }): PaymentView => ({
        ...row,
        affiliateId: affiliateId!,
        affiliate: affiliate!,
        period: period!,
        amount: commission,
        state: "paid",
        paidDate: paymentDate,
      }),
    );
    return place.page(views, (view) => view.paidDate!);
  }
  return place.page(await readByPeriod(scope, { tab, affiliateId }, place), (view) => view.period);
}

export interface PaymentTotals {
  state: PaymentState;
  count: number;
  /** Per currency, never across. */
  amounts: Money[];
}

/** Count and sums of each state, of the organisation or of one affiliate. Throws `forbidden`. */
export async function totalPayments(
  scope: Scope,
  affiliateId: string | null = null,
): Promise<Record<PaymentState, PaymentTotals>> {
  requireStaff(scope);
  const tallies = await readTallies(scope, ["monthly"], affiliateId);
  const total = (state: PaymentState): PaymentTotals => ({
    state,
    ...totalOf(
      tallies.filter((tally) =>
        tally.state === "pending" ? state === (tally.begun ? "due" : "planned") : state === "paid",
      ),
    ),
  });
  return { due: total("due"), planned: total("planned"), paid: total("paid") };
}
