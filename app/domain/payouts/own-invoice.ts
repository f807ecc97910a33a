import type { Day } from "../shared/dates";

// The invoices of affiliates without an agreement to credit notes, or with a payer outside Germany (PAY-17).

/** Limit for an invoice as XML. With attachments it can be larger than a document needs to be. */
export const MAX_XML_BYTES = 2 * 1024 * 1024;

/** Limit for the invoices of one payout. */
export const MAX_INVOICES = 20;

/** Characters of an invoice number. */
export const MAX_NUMBER = 100;

/** What a payout knows of its invoice; null in the database if it needs none. */
export const invoiceNeeds = ["needed", "accepted"] as const;
export type InvoiceNeed = (typeof invoiceNeeds)[number];

/** Stored states of an invoice. `void`: its statement was withdrawn. */
export const storedInvoiceStates = ["waiting", "accepted", "refused", "void"] as const;
export type StoredInvoiceState = (typeof storedInvoiceStates)[number];

/** `replaced`: it waited when a later one came. */
export type InvoiceState = StoredInvoiceState | "replaced";

/** Where a payout stands that needs an invoice. `missing`: none was sent yet. */
export const invoiceStatuses = ["missing", "waiting", "refused", "accepted"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Amounts of an invoice or a statement, in minor units of its currency. */
export interface InvoiceAmounts {
  net: number;
  vat: number;
  gross: number;
  currency: string;
}

/** What an invoice says. */
export interface InvoiceFacts extends InvoiceAmounts {
  number: string;
  issuedOn: Day;
}

/** The values that are compared with the statement. */
export const comparedFields = ["net", "vat", "gross"] as const;
export type ComparedField = (typeof comparedFields)[number];

/** Returns the amounts that are not those of the statement. In another currency, none is. */
export const differencesOf = (invoice: InvoiceAmounts, statement: InvoiceAmounts): ComparedField[] =>
  comparedFields.filter((field) => invoice.currency !== statement.currency || invoice[field] !== statement[field]);
