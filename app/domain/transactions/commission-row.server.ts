import type { CommissionTrace } from "../deals/pricing";
import { readTrace } from "../deals/stored-trace";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { Transaction } from "./transaction";
import type { TransactionKind } from "./transaction";

/** The columns that the lists of commissions read in SQL, whether these are monthly or one-off, paid or not. */
export interface CommissionRow {
  kind: TransactionKind;
  id: string;
  affiliate_id: string | null;
  affiliate: string | null;
  lead_id: string;
  company: string;
  deal_id: string;
  deal: string;
  amount: bigint;
  currency: string;
  /** Null when the list does not want it. */
  trace: unknown;
  receipt_url: string | null;
}

/**
 * What a list wants of each row besides the facts. Traces are long: a list that does not show them does not read them.
 */
export interface RowExtras<More> {
  trace: boolean;
  add: <Facts extends object>(facts: Facts, row: CommissionRow, log: Scope["log"]) => Facts & More;
}

/** How each commission was calculated. */
export const explained: RowExtras<Pick<Transaction, "trace">> = {
  trace: true,
  add: (facts, row, log) => ({ ...facts, trace: traceOf(row, log) }),
};

/** Nothing. */
export const onlyFacts: RowExtras<unknown> = { trace: false, add: (facts) => facts };

/** A page of a list, few rows of many, or a file, nearly all rows that there are. */
export type ReadAs = "page" | "file";

/** How the commission of a row was calculated, of a list that wants it. */
export function traceOf(row: CommissionRow, log: Scope["log"]): CommissionTrace {
  const commission = { amount: fromDatabase(row.amount), currency: row.currency };
  return readTrace({ id: row.deal_id, commissionTrace: row.trace, commission }, log);
}
