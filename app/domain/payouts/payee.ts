import type { TaxStatus } from "../documents/tax-status";
import type { TaxIds } from "../documents/treatment";

/** What can be missing for a payout, in the order of the form. */
export const payeeGaps = [
  "legal_name",
  "address",
  "country",
  "tax_status",
  "tax_number",
  "vat_id",
  "account",
  "account_waiting",
] as const;
export type PayeeGap = (typeof payeeGaps)[number];

export interface PayeeFacts {
  legalName: string | null;
  street: string | null;
  postalCode: string | null;
  town: string | null;
  country: string | null;
  vatId: string | null;
  taxNumber: string | null;
  /** The status today. */
  taxStatus: TaxStatus | null;
  /** Whether there is an account to pay to. */
  hasAccount: boolean;
  /** Whether an account was entered that can still come into effect. */
  hasPendingAccount: boolean;
}

/**
 * Returns which id a credit note for a supply in this status lacks; null if none. It needs the tax number or VAT id of
 * the affiliate (§ 14 (4) no. 2 UStG); reverse charge within the EU needs the VAT id (§ 14a (1) UStG). Private persons
 * and businesses outside of the EU need neither.
 */
export function missingTaxId(status: TaxStatus, { vatId, taxNumber }: TaxIds): "tax_number" | "vat_id" | null {
  if (vatId !== null || status === "private" || status === "foreign_business") return null;
  if (status === "eu_business") return "vat_id";
  return taxNumber === null ? "tax_number" : null;
}

/** Returns what is missing before an affiliate can be paid, the same for staff and in the portal. */
export function missingForPayout(payee: PayeeFacts): PayeeGap[] {
  const { taxStatus } = payee;
  const taxId = taxStatus && missingTaxId(taxStatus, payee);
  const gaps: Record<PayeeGap, boolean> = {
    legal_name: payee.legalName === null,
    address: payee.street === null || payee.postalCode === null || payee.town === null,
    country: payee.country === null,
    tax_status: taxStatus === null,
    tax_number: taxId === "tax_number",
    vat_id: taxId === "vat_id",
    account: !payee.hasAccount && !payee.hasPendingAccount,
    account_waiting: !payee.hasAccount && payee.hasPendingAccount,
  };
  return payeeGaps.filter((gap) => gaps[gap]);
}

/** The account of an affiliate as people see it. The whole number is never shown. */
export interface AccountView {
  id: string;
  holder: string;
  /** Two letters. */
  country: string;
  /** The last four characters. */
  end: string;
}

/** An account that was entered and is not paid to yet. */
export interface PendingAccount extends AccountView {
  /**
   * `link`: the affiliate has not used the emailed link; `expired`: nor can they any more. `days`: it is paid to from
   * `effectiveAt` on, or when a member has confirmed it.
   */
  waits: "link" | "expired" | "days";
  /** ISO time; null while the link is not used. */
  effectiveAt: string | null;
}

/** Days between the confirmation by link and the first payout to the account. */
export const ACCOUNT_DAYS = 3;

/** How long the emailed link is valid. */
export const ACCOUNT_LINK_MINUTES = 60;
