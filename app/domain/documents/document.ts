import type { Day } from "../shared/dates";
import type { TaxStatus } from "./tax-status";

/** Name and address of a side of a document, as they were when it was issued. */
export interface DocumentParty {
  name: string;
  company: string | null;
  street: string;
  houseNumber: string | null;
  postalCode: string;
  town: string;
  /** ISO 3166-1, two letters. */
  country: string;
  vatId: string | null;
  taxNumber: string | null;
}

/**
 * `deal`: the commission of a one-time deal. `payment`: a month of a recurring deal. `claim`: a paid commission that is
 * owed back; only its amount is below zero.
 */
export const lineKinds = ["deal", "payment", "claim"] as const;
export type LineKind = (typeof lineKinds)[number];

/** VAT of all lines with the same status on the day of supply, calculated once on their sum. */
export interface VatGroup {
  status: TaxStatus;
  /** Basis points; 1900 is 19 %. */
  rateBp: number;
  /** Minor units. */
  net: number;
  vat: number;
}

/**
 * `credit_note`: what a business issues for the supplies of another one with its consent ("Gutschrift", § 14 (2) UStG).
 * `cancellation`: takes a credit note back, with the same lines and opposite amounts.
 */
export const documentKinds = ["credit_note", "cancellation"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** A line of a credit note: one commission or claim, with the customer by company only (PAY-16). */
export interface DocumentLine {
  kind: LineKind;
  deal: string;
  company: string;
  /** The days of the supply: the close date twice, or the first and last day of the month. */
  from: Day;
  to: Day;
  /** Net, minor units; below zero for claims, and the opposite in a cancellation. */
  amount: number;
  /** On the day of the supply. */
  status: TaxStatus;
  /** Basis points; 1900 is 19 %. */
  rateBp: number;
  /** Of a claim: number of the credit note that the commission was in; null if it was in none. */
  corrects: string | null;
}

/**
 * A credit note or its cancellation (PAY-08, PAY-10), complete and independent of anything that is edited later. Its
 * files are written from it. The affiliate is the seller, the organization the buyer. Amounts are in minor units of
 * `currency`.
 */
export interface IssuedDocument {
  kind: DocumentKind;
  number: string;
  issuedOn: Day;
  /** Of the affiliate. */
  language: string;
  currency: string;
  /** The credit note that a cancellation takes back; else null. */
  cancels: { number: string; issuedOn: Day } | null;
  /** Number of the statement that explains the lines. */
  statement: string;
  /** Number of the affiliate at the organization (affiliate-code.server.ts). */
  affiliateCode: string;
  payer: DocumentParty;
  payee: DocumentParty;
  /** Where it is paid to. The whole number is only in the XML file. */
  account: { holder: string; country: string; /** The last four characters. */ end: string } | null;
  lines: DocumentLine[];
  /** VAT once on the sum of the lines with the same status and rate (BR-CO-17). */
  vat: VatGroup[];
  net: number;
  vatTotal: number;
  gross: number;
}

/** The files of a document. */
export const documentFormats = ["pdf", "xml"] as const;
export type DocumentFormat = (typeof documentFormats)[number];
