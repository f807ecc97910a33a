import type { CommissionTrace } from "../deals/pricing";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";

/** A transaction is the paid commission of a one-time deal or a paid monthly payment. */
export const transactionKinds = ["deal", "payment"] as const;
export type TransactionKind = (typeof transactionKinds)[number];

/** The kind that an address names; undefined for anything else. */
export const transactionKindOf = (kind: string | undefined): TransactionKind | undefined =>
  transactionKinds.find((one) => one === kind);

/** The paid commission of a one-time deal, or a paid monthly payment, as lists and dialogs show it. */
export interface Transaction extends TransactionFacts {
  /** How the commission was calculated. */
  trace: CommissionTrace;
}

/** The same without how it was calculated, for lists of any length. */
export interface TransactionFacts {
  kind: TransactionKind;
  /** For a one-off commission the id of the deal. */
  id: string;
  affiliateId: string | null;
  affiliate: string | null;
  leadId: string;
  company: string;
  dealId: string;
  deal: string;
  /** The month a monthly payment is for. */
  period: Day | null;
  /** When it fell due: that month, or the close date of the deal. */
  due: Day;
  commission: Money;
  paymentDate: Day;
  receiptUrl: string | null;
}

/** The tabs of the screen: all payments, those with a receipt, those without. */
export const receiptFilters = ["all", "with", "without"] as const;
export type ReceiptFilter = (typeof receiptFilters)[number];
