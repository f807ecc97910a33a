import { isDay } from "../shared/dates";
import { readTallies, talliesOfKind, totalOf } from "../reports/tallies.server";
import type { Money } from "../shared/money";
import { keyset, type Direction, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readPaid } from "./read-paid.server";
import type { ReceiptFilter, Transaction } from "./transaction";
import { transactionKinds, type TransactionKind } from "./transaction.schema";

export interface TransactionFilter {
  /** Both when missing. */
  kind?: TransactionKind | null;
  affiliateId?: string | null;
}

/**
 * A page of everything paid, one-off and monthly or one of the two (TRX-02, TRX-05), the newest payment first unless
 * `direction` is "asc". Throws `forbidden`.
 */
export async function listTransactions(
  scope: Scope,
  filter: ReceiptFilter,
  more: TransactionFilter & { cursor?: string | null; direction?: Direction } = {},
): Promise<Page<Transaction>> {
  requireStaff(scope);
  const place = keyset({ cursor: more.cursor }, more.direction ?? "desc", isDay);
  const rows = await readPaid(
    scope,
    {
      kinds: more.kind ? [more.kind] : transactionKinds,
      receipt: filter === "all" ? null : filter === "with",
      affiliateId: more.affiliateId ?? null,
      dealId: null,
    },
    place,
  );
  return place.page(rows, (row) => row.paymentDate);
}

export interface TransactionTotals {
  count: number;
  /** Per currency, never across. */
  amounts: Money[];
}

/** The three summary cards (TRX-01), of everything, of one kind, of one affiliate. Throws `forbidden`. */
export async function totalTransactions(
  scope: Scope,
  only: TransactionFilter = {},
): Promise<Record<ReceiptFilter, TransactionTotals>> {
  requireStaff(scope);
  const tallies = await readTallies(scope, [...talliesOfKind[only.kind ?? "both"]], only.affiliateId ?? null);
  const total = (...states: string[]) => totalOf(tallies.filter((tally) => states.includes(tally.state)));
  return { all: total("paid", "receipt"), with: total("receipt"), without: total("paid") };
}
