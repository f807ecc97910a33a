import { isDay, type Day } from "../shared/dates";
import { readAggregates, aggregatesOfKind, totalOf } from "../shared/aggregates.server";
import { sumsOfPeriod } from "../shared/sums-of-period.server";
import type { Money } from "../shared/money";
import { collectRows, readCursor, type Direction, type Page, type PageRequest } from "../shared/page";
import type { Period } from "../shared/period";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import {
  isPaid,
  type Commission,
  type CommissionFacts,
  type CommissionKind,
  type FoundCommissions,
  type ReceiptFilter,
  type Transaction,
} from "./commission";
import { sumsOfDeals } from "./sums-of-deals.server";
import { explained, facts, readCommissions, type ReadAs } from "./read-commissions.server";

export interface TransactionFilter {
  /** Both kinds if missing. */
  kind?: CommissionKind | null;
  affiliateId?: string | null;
  /** Only those that a search has found. */
  found?: FoundCommissions | null;
  /** Period of the payment dates. */
  period?: Period | null;
}

/** Which page of which transactions, and the order of their payment dates. */
export interface TransactionListQuery extends TransactionFilter, PageRequest {
  direction?: Direction;
  /** Rows of a page. */
  size?: number;
}

/**
 * Returns a page of the paid commissions, one-off and monthly or only one of these kinds (TRX-02, TRX-05). The newest
 * payment is first unless `direction` is "asc". Throws `forbidden`.
 */
export async function listTransactions(
  scope: Scope,
  filter: ReceiptFilter,
  wanted: TransactionListQuery = {},
): Promise<Page<Transaction>> {
  const { pageCursor, paid } = opened(scope, filter, wanted);
  const rows = await collectRows<Commission>((each) => readCommissions(scope, paid, pageCursor, explained, each));
  const { rows: shown, ...page } = pageCursor.page(rows, paidDay);
  return { ...page, rows: shown.filter(isPaid) };
}

/**
 * Passes on each row of a page for a file without keeping any. Returns the cursor of the next page, or null at the end.
 * Throws `forbidden`.
 */
export async function eachTransaction(
  scope: Scope,
  filter: ReceiptFilter,
  { read, ...wanted }: TransactionListQuery & { read: ReadAs },
  each: (row: CommissionFacts) => void,
): Promise<string | null> {
  const { pageCursor, paid } = opened(scope, filter, wanted);
  const { take, next } = pageCursor.stream(paidDay, each);
  await readCommissions(scope, paid, pageCursor, facts, take, read);
  return next();
}

const paidDay = ({ paidDate }: CommissionFacts): Day => paidDate!;

function opened(
  scope: Scope,
  filter: ReceiptFilter,
  { direction = "desc", cursor = null, size, ...narrowed }: TransactionListQuery,
) {
  requireStaff(scope);
  const pageCursor = readCursor({ cursor }, direction, isDay, size);
  const receipt = filter === "all" ? null : filter === "with";
  return { pageCursor, paid: { ...narrowed, tab: "paid", by: "paid_date", receipt } as const };
}

export interface TransactionTotals {
  count: number;
  /** One sum per currency. */
  amounts: Money[];
}

/**
 * Returns the figures of the three summary cards (TRX-01), of all transactions or of one kind, affiliate or period.
 * Throws `forbidden`.
 */
export async function totalTransactions(
  scope: Scope,
  only: TransactionFilter = {},
): Promise<Record<ReceiptFilter, TransactionTotals>> {
  requireStaff(scope);
  if (only.found) {
    const sums = (await sumsOfDeals(scope, only.found, only)).filter(({ state }) => state === "paid");
    const ofReceipt = (has: boolean) => totalOf(sums.filter(({ hasReceipt }) => hasReceipt === has));
    return { all: totalOf(sums), with: ofReceipt(true), without: ofReceipt(false) };
  }
  if (only.period) {
    const paid = await paidInPeriod(scope, only.period, only);
    const all = totalOf([...paid.with, ...paid.without]);
    return { all, with: totalOf(paid.with), without: totalOf(paid.without) };
  }
  const aggregates = await readAggregates(scope, [...aggregatesOfKind[only.kind ?? "both"]], only.affiliateId ?? null);
  const total = (...states: string[]) => totalOf(aggregates.filter((aggregate) => states.includes(aggregate.state)));
  return { all: total("paid", "receipt"), with: total("receipt"), without: total("paid") };
}

/** Returns the sums paid in a period, with and without a receipt. For staff only: the caller checks the permission. */
export async function paidInPeriod(
  scope: Scope,
  period: Period,
  { kind, affiliateId = null }: Pick<TransactionFilter, "kind" | "affiliateId">,
) {
  const sums = await sumsOfPeriod(scope, "paid", period, affiliateId);
  const kinds = aggregatesOfKind[kind ?? "both"];
  return {
    with: sums.filter(({ state }) => kinds.some((one) => state === `${one}-receipt`)),
    without: sums.filter(({ state }) => kinds.some((one) => state === one)),
  };
}
