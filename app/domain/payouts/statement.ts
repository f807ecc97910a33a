import type { EndReason } from "../deals/deal-end";
import type { DocumentParty, LineKind, VatGroup } from "../documents/document";
import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import type { CommissionTrace } from "../terms/pricing";

/** A commission that a statement lists. It names the customer by company only (PAY-16). */
export interface StatementLine {
  kind: LineKind;
  /** Of the deal, the payment or the claim. */
  id: string;
  deal: string;
  company: string;
  /** The close date of a one-time deal, or the first day of the month. */
  period: Day;
  /** Null while it waits for the customer's payment; only for planned commissions. */
  due: Day | null;
  invoiceNumber: string | null;
  invoicedOn: Day | null;
  customerPaidOn: Day | null;
  customerPaid: Money | null;
  /** The calculation. Of a claim, that of the commission that was paid. */
  trace: CommissionTrace;
  /** Minor units of the statement's currency. */
  amount: number;
  /** Of a claim: what was paid back or waived of it before, and is not in `amount`. Missing if nothing was. */
  settled?: number;
  /** Why it is owed back; only for claims. */
  reason: EndReason | null;
}

/**
 * What lets an affiliate be paid (PAY-04, PAY-17). `agreement`: the organization issues the credit note. `own_invoice`:
 * the affiliate sends an invoice. `private`: a private person needs neither.
 */
export const payoutBases = ["agreement", "own_invoice", "private"] as const;
export type PayoutBasis = (typeof payoutBases)[number];

/** Why nothing is paid to an affiliate, who is owed a statement that says so (§ 87c (1) HGB). */
export const unpaidReasons = ["nothing_due", "customer_has_not_paid", "balance_negative", "below_minimum"] as const;
export type UnpaidReason = (typeof unpaidReasons)[number];

/**
 * A statement (PAY-07), complete and independent of anything that is edited later. Stored when its run is approved.
 * Amounts are in minor units of `currency`.
 */
export interface Statement {
  number: string;
  /** Number of the statement that this one corrects, because an issued one is never edited. */
  corrects?: string;
  issuedOn: Day;
  /** Why nothing is paid out, and the sum is carried over. Missing if the sum is paid. */
  unpaid?: UnpaidReason;
  /** Commissions due until this day are in it. */
  until: Day;
  /** Of the affiliate. */
  language: string;
  currency: string;
  basis: PayoutBasis;
  payer: DocumentParty;
  payee: DocumentParty;
  /** Where it is paid to. */
  account: { holder: string; country: string; /** The last four characters. */ end: string } | null;
  lines: StatementLine[];
  vat: VatGroup[];
  net: number;
  /** The sum of all groups. */
  vatTotal: number;
  gross: number;
  /** Commissions that are not due yet. Not part of any sum. */
  planned: StatementLine[];
}
