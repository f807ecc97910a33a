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

/** State of a payout that needs an invoice. `missing`: none was sent yet. */
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
  /** What an e-invoice refers to, such as an order; none if the values were entered. */
  references: string[];
}

/** The values that are compared with the statement. */
export const comparedFields = ["net", "vat", "gross"] as const;
export type ComparedField = (typeof comparedFields)[number];

/** What may differ from the statement. */
export type InvoiceDifference = ComparedField | "currency" | "statement";

/** What the invoice for a statement should say. `number` is that of the statement. */
export interface ExpectedInvoice extends InvoiceAmounts {
  number: string;
}

/** Returns what is not as in the statement. In another currency, no amount is. An invoice need not name a statement. */
export function differencesOf(
  invoice: InvoiceAmounts & { statement: string | null },
  expected: ExpectedInvoice,
): InvoiceDifference[] {
  const isOther = invoice.currency !== expected.currency;
  return [
    ...comparedFields.filter((field) => isOther || invoice[field] !== expected[field]),
    ...(isOther ? ["currency" as const] : []),
    ...(invoice.statement !== null && invoice.statement !== expected.number ? ["statement" as const] : []),
  ];
}

/**
 * Returns the number of the statement that an invoice names among its references: the expected one if it is there, else
 * another one that is formed like it; null for none. So an order number of another form is not taken for a statement.
 */
export function namedStatement(references: readonly string[], number: string): string | null {
  const words = references.flatMap((text) => text.toUpperCase().split(/[^A-Z0-9-]+/));
  if (words.includes(number.toUpperCase())) return number;
  const form = formOf(number.toUpperCase());
  return words.find((word) => formOf(word) === form) ?? null;
}

const formOf = (number: string): string => number.replace(/\d/g, "0");
