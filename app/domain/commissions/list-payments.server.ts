import { isDay, type Day } from "../shared/dates";
import { readCursor, type Direction, type Page, type PageCursor, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { explained, type Besides } from "../transactions/commission-row.server";
import { readPaid } from "../transactions/read-paid.server";
import { transactionKinds } from "../transactions/transaction.schema";
import {
  paymentSorts,
  usualOrder,
  type PaymentFacts,
  type PaymentFilter,
  type PaymentOrder,
  type PaymentTab,
  type PaymentView,
} from "./payment";
import { readByPeriod } from "./read-by-period.server";

/** Which page of which payments, in which order. */
export interface PaymentsWanted extends PaymentFilter, PageRequest {
  order?: PaymentOrder;
  /** Rows of a page. */
  size?: number;
}

/**
 * A page of a tab's monthly payments and one-off commissions, of the organisation or narrowed by the filter. Throws
 * `forbidden`.
 */
export function listPayments(
  scope: Scope,
  tab: PaymentTab,
  wanted: PaymentsWanted = {},
): Promise<Page<PaymentView>> {
  return pageOfPayments(scope, tab, wanted, explained);
}

/** The same with what a list wants besides the facts. */
export async function pageOfPayments<More>(
  scope: Scope,
  tab: PaymentTab,
  { cursor = null, order, size, ...filter }: PaymentsWanted,
  besides: Besides<More>,
): Promise<Page<PaymentFacts & More>> {
  requireStaff(scope);
  const narrowed = Boolean(filter.period);
  const { by, direction } = order ?? usualOrder(tab, narrowed);
  if (!paymentSorts(tab, narrowed).includes(by)) throw new RangeError(`Not in this order: ${tab}, ${by}`);
  const pageCursor = readCursor({ cursor }, direction, isDay, size);
  switch (by) {
    case "paid_date":
      return pageCursor.page(await paidViews(scope, filter, pageCursor, besides), dayOfView);
    case "day": {
      // Each is read in the order of its own day; of both together the first ones make the page.
      const open = await readByPeriod(scope, { ...filter, tab: "open" }, pageCursor, besides);
      const rows = [...open, ...(await paidViews(scope, filter, pageCursor, besides))];
      rows.sort(inOrderOf(pageCursor.direction));
      return pageCursor.page(rows.slice(0, pageCursor.take), dayOfView);
    }
    case "period":
      return pageCursor.page(
        await readByPeriod(scope, { ...filter, tab }, pageCursor, besides),
        (view) => view.period,
      );
  }
}

/** The day that counts: when it was paid, else when it falls due. */
const dayOfView = (view: PaymentFacts): Day => view.paidDate ?? view.period;

function inOrderOf(direction: Direction) {
  const sign = direction === "asc" ? 1 : -1;
  return (a: PaymentFacts, b: PaymentFacts) => {
    const [one, other] = [dayOfView(a) + a.id, dayOfView(b) + b.id];
    return one < other ? -sign : sign;
  };
}

/** Paid ones by payment date. */
async function paidViews<More>(
  scope: Scope,
  filter: PaymentFilter,
  pageCursor: PageCursor,
  besides: Besides<More>,
): Promise<(PaymentFacts & More)[]> {
  const { kind, affiliateId = null, dealId = null, period = null } = filter;
  const kinds = kind ? [kind] : transactionKinds;
  const paid = await readPaid(
    scope,
    { kinds, receipt: null, affiliateId, dealId, period },
    pageCursor,
    besides,
  );
  return paid.map(({ due, commission, paymentDate, ...row }) => {
    const view = { ...row, period: due, amount: commission, state: "paid", paidDate: paymentDate } as const;
    // TypeScript cannot tell what is left of an unknown type.
    return view as PaymentFacts & More;
  });
}
