import { isDay, type Day } from "../shared/dates";
import { listed, readCursor, type Direction, type Page, type PageCursor, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { explained, onlyFacts, type RowExtras, type ReadAs } from "../transactions/commission-row.server";
import { readPaid } from "../transactions/read-paid.server";
import type { TransactionFacts } from "../transactions/transaction";
import { transactionKinds } from "../transactions/transaction";
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
export async function listPayments(
  scope: Scope,
  tab: PaymentTab,
  { cursor = null, order, size, ...filter }: PaymentsWanted = {},
): Promise<Page<PaymentView>> {
  const { by, direction } = allowed(scope, tab, order, filter);
  const pageCursor = readCursor({ cursor }, direction, isDay, size);
  const rows = await listed<PaymentView>((each) => inOrder(scope, { ...filter, tab }, by, pageCursor, explained, each));
  return pageCursor.page(rows, keyOf[by]);
}

/**
 * Hands on each of the rows of a page, keeps none, and returns the cursor of the next page, or null at the end: for
 * files. Throws `forbidden`.
 */
export async function eachPayment(
  scope: Scope,
  tab: PaymentTab,
  { cursor = null, order, size, read, ...filter }: PaymentsWanted & { size: number; read: ReadAs },
  each: (row: PaymentFacts) => void,
): Promise<string | null> {
  const { by, direction } = allowed(scope, tab, order, filter);
  const atOnce = by === "day" ? Math.min(size, MERGED_AT_ONCE) : size;
  const pageCursor = readCursor({ cursor }, direction, isDay, atOnce);
  const { take, next } = pageCursor.stream(keyOf[by], each);
  await inOrder(scope, { ...filter, tab }, by, pageCursor, onlyFacts, take, read);
  return next();
}

/** Rows of a page that has to be put in order here. */
const MERGED_AT_ONCE = 10_000;

/** The order that is asked for, or the usual one. Throws `forbidden`. */
function allowed(scope: Scope, tab: PaymentTab, order: PaymentOrder | undefined, filter: PaymentFilter) {
  requireStaff(scope);
  const narrowed = Boolean(filter.period);
  const allowed = order ?? usualOrder(tab, narrowed);
  if (paymentSorts(tab, narrowed).includes(allowed.by)) return allowed;
  throw new RangeError(`Not in this order: ${tab}, ${allowed.by}`);
}

/** Hands on the rows of a page in an order. */
async function inOrder<More>(
  scope: Scope,
  filter: PaymentFilter & { tab: PaymentTab },
  by: PaymentOrder["by"],
  pageCursor: PageCursor,
  extras: RowExtras<More>,
  each: (row: PaymentFacts & More) => void,
  read: ReadAs = "page",
): Promise<void> {
  switch (by) {
    case "paid_date":
      return eachPaid(scope, filter, pageCursor, extras, each, read);
    case "day": {
      // Each is read in the order of its own day; of both together the first ones make the page.
      const rows = await listed<PaymentFacts & More>(async (add) => {
        await readByPeriod(scope, { ...filter, tab: "open" }, pageCursor, extras, add);
        await eachPaid(scope, filter, pageCursor, extras, add);
      });
      rows.sort(inOrderOf(pageCursor.direction));
      return rows.slice(0, pageCursor.take).forEach(each);
    }
    case "period":
      return readByPeriod(scope, filter, pageCursor, extras, each, read);
  }
}

/** The day that counts: when it was paid, else when it falls due. */
const dayOfView = (view: PaymentFacts): Day => view.paidDate ?? view.period;

/** What a list is ordered by. */
const keyOf: Record<PaymentOrder["by"], (view: PaymentFacts) => Day> = {
  paid_date: dayOfView,
  day: dayOfView,
  period: (view) => view.period,
};

function inOrderOf(direction: Direction) {
  const sign = direction === "asc" ? 1 : -1;
  return (a: PaymentFacts, b: PaymentFacts) => {
    const [one, other] = [dayOfView(a) + a.id, dayOfView(b) + b.id];
    return one < other ? -sign : sign;
  };
}

/** Paid ones by payment date. */
async function eachPaid<More>(
  scope: Scope,
  filter: PaymentFilter,
  pageCursor: PageCursor,
  extras: RowExtras<More>,
  each: (row: PaymentFacts & More) => void,
  read: ReadAs = "page",
): Promise<void> {
  const { kind, affiliateId = null, dealId = null, period = null } = filter;
  const kinds = kind ? [kind] : transactionKinds;
  const asked = { kinds, receipt: null, affiliateId, dealId, period };
  const handOn = ({ due, commission, paymentDate, ...row }: TransactionFacts & More) => {
    const view = { ...row, period: due, amount: commission, state: "paid", paidDate: paymentDate } as const;
    // TypeScript cannot tell what is left of an unknown type.
    each(view as PaymentFacts & More);
  };
  await readPaid(scope, asked, pageCursor, extras, handOn, read);
}
