import { isDay, type Day } from "../shared/dates";
import { collectRows, readCursor, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import {
  countedDay,
  paymentSorts,
  usualOrder,
  type Commission,
  type CommissionFacts,
  type PaymentFilter,
  type PaymentOrder,
  type PaymentTab,
} from "./commission";
import { explained, facts, readCommissions, type ReadAs } from "./read-commissions.server";

/** Which page of which payments, and their order. */
export interface PaymentListQuery extends PaymentFilter, PageRequest {
  order?: PaymentOrder;
  /** Rows of a page. */
  size?: number;
}

/**
 * Returns a page of a tab's monthly payments and one-off commissions, of the organization or of the filter. Throws
 * `forbidden`.
 */
export async function listPayments(
  scope: Scope,
  tab: PaymentTab,
  { cursor = null, order, size, ...filter }: PaymentListQuery = {},
): Promise<Page<Commission>> {
  const { by, direction } = allowed(scope, tab, order, filter);
  const pageCursor = readCursor({ cursor }, direction, isDay, size);
  const wanted = { ...filter, tab, by };
  const rows = await collectRows<Commission>((each) => readCommissions(scope, wanted, pageCursor, explained, each));
  return pageCursor.page(rows, keyOf[by]);
}

/**
 * Passes on each row of a page for a file without keeping any. Returns the cursor of the next page, or null at the end.
 * Throws `forbidden`.
 */
export async function eachPayment(
  scope: Scope,
  tab: PaymentTab,
  { cursor = null, order, size, read, ...filter }: PaymentListQuery & { size: number; read: ReadAs },
  each: (row: CommissionFacts) => void,
): Promise<string | null> {
  const { by, direction } = allowed(scope, tab, order, filter);
  const pageCursor = readCursor({ cursor }, direction, isDay, size);
  const { take, next } = pageCursor.stream(keyOf[by], each);
  await readCommissions(scope, { ...filter, tab, by }, pageCursor, facts, take, read);
  return next();
}

/** Returns the requested order, or the usual one. Throws `forbidden`. */
function allowed(scope: Scope, tab: PaymentTab, order: PaymentOrder | undefined, filter: PaymentFilter) {
  requireStaff(scope);
  const narrowed = Boolean(filter.period);
  const allowed = order ?? usualOrder(tab, narrowed);
  if (paymentSorts(tab, narrowed).includes(allowed.by)) return allowed;
  throw new RangeError(`payments cannot be sorted in this order: ${tab}, ${allowed.by}`);
}

/** The sort key of each order. */
const keyOf: Record<PaymentOrder["by"], (commission: CommissionFacts) => Day> = {
  paid_date: countedDay,
  day: countedDay,
  period: ({ due, period }) => due ?? period,
};
