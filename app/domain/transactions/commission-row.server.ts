import { readTrace } from "../deals/stored-trace";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { Transaction, TransactionFacts } from "./transaction";
import type { TransactionKind } from "./transaction.schema";

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

/** What the views of such a row have in common. */
export function commissionOf(row: CommissionRow): Omit<TransactionFacts, "period" | "due" | "paymentDate"> {
  return {
    kind: row.kind,
    id: row.id,
    affiliateId: row.affiliate_id,
    affiliate: row.affiliate,
    leadId: row.lead_id,
    company: row.company,
    dealId: row.deal_id,
    deal: row.deal,
    commission: { amount: fromDatabase(row.amount), currency: row.currency },
    receiptUrl: row.receipt_url,
  };
}

/** What a list wants of each row besides the facts. Traces are long: a list that does not show them does not read them. */
export interface Besides<More> {
  trace: boolean;
  of: (row: CommissionRow, log: Scope["log"]) => More;
}

/** How each commission was calculated. */
export const explained: Besides<Pick<Transaction, "trace">> = {
  trace: true,
  of: (row, log) => {
    const commission = { amount: fromDatabase(row.amount), currency: row.currency };
    return { trace: readTrace({ id: row.deal_id, commissionTrace: row.trace, commission }, log) };
  },
};

/** Nothing. */
export const onlyFacts: Besides<object> = { trace: false, of: () => ({}) };
