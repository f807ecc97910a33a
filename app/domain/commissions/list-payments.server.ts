import { isDay } from "../shared/dates";
import { keyset, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readPaid } from "../transactions/read-paid.server";
import { transactionKinds } from "../transactions/transaction.schema";
import {
  usualOrder,
  type PaymentFilter,
  type PaymentOrder,
  type PaymentTab,
  type PaymentView,
} from "./payment";
import { readByPeriod } from "./read-by-period.server";

/**
 * A page of a tab's monthly payments and one-off commissions, of the organisation or narrowed by the filter. Throws
 * `forbidden`.
 */
export async function listPayments(
  scope: Scope,
  tab: PaymentTab,
  {
    cursor = null,
    order = usualOrder(tab),
    ...filter
  }: PaymentFilter & { cursor?: string | null; order?: PaymentOrder } = {},
): Promise<Page<PaymentView>> {
  requireStaff(scope);
  const place = keyset({ cursor }, order.direction, isDay);
  if (tab === "paid" && order.by === "paid_date") {
    const { kind, affiliateId = null, dealId = null } = filter;
    const kinds = kind ? [kind] : transactionKinds;
    const paid = await readPaid(scope, { kinds, receipt: null, affiliateId, dealId }, place);
    const views = paid.map(({ due, commission, paymentDate, ...row }): PaymentView => ({
      ...row,
      period: due,
      amount: commission,
      state: "paid",
      paidDate: paymentDate,
    }));
    return place.page(views, (view) => view.paidDate!);
  }
  return place.page(await readByPeriod(scope, { ...filter, tab }, place), (view) => view.period);
}
