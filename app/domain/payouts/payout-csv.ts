import { csvHead, csvLines, type CsvColumn, type CsvFormatName } from "../shared/csv";
import { DomainError } from "../shared/errors";
import { toDecimal } from "../shared/money";
import type { BankAddress } from "./bank-file";
import type { Account } from "./transfer";

// Files for payouts that no bank file takes (PAY-11): other currencies, and payees without an account within SEPA.

/** A payout as a line of a file. */
export interface PayoutRow {
  /** Number of the payout. */
  id: string;
  affiliate: string;
  email: string | null;
  /** False for a private person. */
  isBusiness: boolean;
  account: Account | null;
  address: BankAddress | null;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  /** What the payee reads beside the payment. */
  remittance: string;
}

type PayoutColumn =
  | "payout"
  | "affiliate"
  | "account_holder"
  | "iban"
  | "bic"
  | "email"
  | "amount"
  | "currency"
  | "payment_text";

type Column = CsvColumn<PayoutRow, PayoutColumn>;
const text = (name: PayoutColumn, of: Column["of"]): Column => ({ name, kind: "text", of });

/** Columns of our own file. It has whole account numbers, so it needs the permission for bank files. */
export const payoutColumns: readonly Column[] = [
  text("payout", ({ id }) => id),
  text("affiliate", ({ affiliate }) => affiliate),
  text("account_holder", ({ account }) => account && account.name),
  text("iban", ({ account }) => account && account.iban),
  text("bic", ({ account }) => account && account.bic),
  text("email", ({ email }) => email),
  { name: "amount", kind: "number", of: ({ amount, currency }) => toDecimal(amount, currency) },
  text("currency", ({ currency }) => currency),
  text("payment_text", ({ remittance }) => remittance),
];

/** Writes our own file, of any currencies. Throws `payout_file_empty`. */
export function writePayoutCsv(
  rows: readonly PayoutRow[],
  titleOf: (column: PayoutColumn) => string,
  format: CsvFormatName,
): string {
  if (rows.length === 0) throw new DomainError("payout_file_empty");
  const titles = payoutColumns.map(({ name }) => titleOf(name));
  return csvHead(titles, format) + csvLines(payoutColumns, rows, format);
}

const MAX_PAYPAL_ROWS = 5_000;
const MAX_NOTE = 400;
/** An id without spaces that no spreadsheet evaluates. */
const PAYPAL_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,29}$/;
/** Addresses that need no apostrophe in a CSV file: with one, the money would go to another address. */
const EMAIL = /^[\p{L}\p{N}_][^\s,;"<>@]*@[^\s,;"<>@]+$/u;

/**
 * Writes a file for payouts with PayPal, which has no titles.
 *
 * @param decimal decimal separator of the sender's PayPal account, "," in most of Europe.
 *
 * Throws `payout_file_currencies` (more than one), `payout_file_currency`, `payout_file_email`, `payout_file_empty`,
 * `payout_file_id`, `payout_file_too_long` (more than 5,000), `transfer_amount`.
 */
export function writePayPalCsv(rows: readonly PayoutRow[], decimal: "." | ","): string {
  checkRows(rows, MAX_PAYPAL_ROWS);
  const currencies = new Set(rows.map(({ currency }) => currency));
  if (currencies.size > 1) throw new DomainError("payout_file_currencies", { currencies: [...currencies].join(", ") });
  const ids = new Set<string>();
  for (const { id } of rows) {
    if (!PAYPAL_ID.test(id) || ids.has(id)) throw new DomainError("payout_file_id", { id });
    ids.add(id);
  }
  const columns = (
    [
      usableEmail,
      ({ amount, currency }) => toDecimal(amount, currency).replace(".", decimal),
      ({ currency }) => currency,
      ({ id }) => id,
      ({ remittance }) => singleLine(remittance, MAX_NOTE),
      () => "PAYPAL",
    ] satisfies ((row: PayoutRow) => string)[]
  ).map((of) => ({ name: "", kind: "text" as const, of }));
  return csvLines(columns, rows, "plain");
}

/**
 * Rejects lists of payouts that no service takes. Throws `payout_file_currency` (not a code of three letters),
 * `payout_file_empty`, `payout_file_too_long`, `transfer_amount`.
 */
export function checkRows(rows: readonly PayoutRow[], max: number): void {
  if (rows.length === 0) throw new DomainError("payout_file_empty");
  if (rows.length > max) throw new DomainError("payout_file_too_long", { max });
  for (const { amount, currency, affiliate } of rows) {
    if (!/^[A-Z]{3}$/.test(currency)) throw new DomainError("payout_file_currency", { currency });
    if (!Number.isSafeInteger(amount) || amount < 1) throw new DomainError("transfer_amount", { name: affiliate });
  }
}

/** Returns whether a file can hold an email address. */
export const isUsableEmail = (email: string | null): email is string => email !== null && EMAIL.test(email);

/** Returns the email address of a payout. Throws `payout_file_email` without one that a file can hold. */
export function usableEmail({ email, affiliate }: PayoutRow): string {
  if (!isUsableEmail(email)) throw new DomainError("payout_file_email", { name: affiliate });
  return email;
}

/** Returns a text without line breaks, shortened to a number of characters. */
const singleLine = (text: string, max: number) =>
  [...text.replace(/\s+/g, " ").trim()].slice(0, max).join("").trimEnd();
