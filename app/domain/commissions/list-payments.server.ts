import { isDay, type Day } from "../shared/dates";
import { readCursor, type Direction, type Page, type PageCursor } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readPaid } from "../transactions/read-paid.server";
import { transactionKinds } from "../transactions/transaction.schema";
import {
  paymentSorts,
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
  { cursor = null, order, ...filter }: PaymentFilter & { cursor?: string | null; order?: PaymentOrder } = {},
): Promise<Page<PaymentView>> {
  requireStaff(scope);
  const narrowed = Boolean(filter.period);
  const { by, direction } = order ?? usualOrder(tab, narrowed);
  if (!paymentSorts(tab, narrowed).includes(by)) throw new RangeError(`Not in this order: ${tab}, ${by}`);
  const pageCursor = readCursor({ cursor }, direction, isDay);
  switch (by) {
    case "paid_date":
      return pageCursor.page(await paidViews(scope, filter, pageCursor), dayOfView);
    case "day": {
      // Each is read in the order of its own day; of both together the first ones make the page.
      const open = await readByPeriod(scope, { ...filter, tab: "open" }, pageCursor);
      const rows = [...open, ...(await paidViews(scope, filter, pageCursor))];
      rows.sort(inOrderOf(pageCursor.direction));
      return pageCursor.page(rows.slice(0, pageCursor.take), dayOfView);
    }
    case "period":
      return pageCursor.page(
        await readByPeriod(scope, { ...filter, tab }, pageCursor),
        (view) => view.period,
      );
  }
}

/** The day that counts: when it was paid, else when it falls due. */
const dayOfView = (view: PaymentView): Day => view.paidDate ?? view.period;

function inOrderOf(direction: Direction) {
  const sign = direction === "asc" ? 1 : -1;
  return (a: PaymentView, b: PaymentView) => {
    const [one, other] = [dayOfView(a) + a.id, dayOfView(b) + b.id];
    return one < other ? -sign : sign;
  };
}

/** Paid ones by payment date. */
async function paidViews(
  scope: Scope,
  filter: PaymentFilter,
  pageCursor: PageCursor,
): Promise<PaymentView[]> {
  const { kind, affiliateId = null, dealId = null, period = null } = filter;
  const kinds = kind ? [kind] : transactionKinds;
  const paid = await readPaid(scope, { kinds, receipt: null, affiliateId, dealId, period }, pageCursor);
  return paid.map(({ due, commission, paymentDate, ...row }): PaymentView => ({
    ...row,
    period: due,
    amount: commission,
    state: "paid",
    paidDate: paymentDate,
  }));
}
