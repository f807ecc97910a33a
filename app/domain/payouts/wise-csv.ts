import { csvHead, csvLines } from "../shared/csv";
import { DomainError } from "../shared/errors";
import { toDecimal } from "../shared/money";
import { bankText } from "./bank-text";
import { checkRows, isUsableEmail, usableEmail, type PayoutRow } from "./payout-csv";

// Files for batch payments with Wise. Its templates differ by account and currency, and it refuses a file whose columns
// are not exactly those of a template. So a user uploads the titles of their template once.

const MAX_ROWS = 1_000;
const MAX_COLUMNS = 100;
/** Limit for the first line of a template, in characters. */
export const MAX_HEADER_LENGTH = 10_000;
/** Longer ones are refused for some currencies. */
const MAX_REFERENCE = 35;

type Value = (row: PayoutRow, sourceCurrency: string) => string | null;

const recipientType: Value = ({ isBusiness }) => (isBusiness ? "INSTITUTION" : "PERSON");
const reference: Value = ({ remittance }) => bankText(remittance, MAX_REFERENCE);
const street: Value = ({ address }) => address && [address.street, address.houseNumber].filter(Boolean).join(" ");

/** Columns that can be filled, by their title as {@link keyOf} writes it. */
const fields: ReadonlyMap<string, Value> = new Map(
  Object.entries<Value>({
    name: ({ account, affiliate }) => account?.name ?? affiliate,
    recipienttype: recipientType,
    receivertype: recipientType,
    recipientemail: ({ email }) => (isUsableEmail(email) ? email : null),
    sourcecurrency: (_row, sourceCurrency) => sourceCurrency,
    targetcurrency: ({ currency }) => currency,
    amount: ({ amount, currency }) => toDecimal(amount, currency),
    // The payee gets the exact amount; the fees are the sender's.
    amountcurrency: () => "target",
    iban: ({ account }) => account && account.iban,
    bic: ({ account }) => account && account.bic,
    swiftcode: ({ account }) => account && account.bic,
    reference,
    paymentreference: reference,
    addresscountrycode: ({ address }) => address && address.country,
    addresscity: ({ address }) => address && address.town,
    addressfirstline: street,
    addresspostcode: ({ address }) => address && address.postalCode,
  }),
);

/** Columns without which no payment can be made. */
const NEEDED = ["name", "amount", "targetCurrency"];

/** Accounts of other countries and saved recipients of Wise. A template without IBAN requires one of them. */
const OTHER_ACCOUNT =
  /^(recipientid|account(number|id)|sortcode|abartn|routingnumber|bsb(code)?|ifsc(code)?|bankcode|branchcode|clabe)$/;

/** A column of a template. */
interface TemplateColumn {
  /** As uploaded. */
  title: string;
  /** Null for a column that stays empty. */
  value: Value | null;
}

/** The titles of a user's template. */
export interface WiseTemplate {
  columns: readonly TemplateColumn[];
  /** Whether it names accounts; otherwise Wise asks payees for theirs by email. */
  hasIban: boolean;
}

/** Returns a title in small letters, without spaces and other separators, and without the mark of required columns. */
const keyOf = (title: string) =>
  title
    .toLowerCase()
    .replace(REQUIRED, "")
    .replace(/[\s_./-]/g, "");
const REQUIRED = /\*|\((?:required|mandatory)\)/i;

/**
 * Reads the titles of a template from its first line; the rest of the file is ignored.
 *
 * Throws `payout_template_broken` (no titles), `payout_template_missing` (columns that a payment needs),
 * `payout_template_unknown` (a required column that cannot be filled).
 */
export function readWiseTemplate(file: string): WiseTemplate {
  const titles = readTitles(file);
  const keys = titles.map(keyOf);
  const has = (key: string) => keys.includes(key.toLowerCase());
  const hasIban = has("iban");
  const isUnfillable = (title: string, index: number) =>
    !fields.has(keys[index]!) && (REQUIRED.test(title) || (!hasIban && OTHER_ACCOUNT.test(keys[index]!)));
  const unknown = titles.find(isUnfillable);
  if (unknown !== undefined) throw new DomainError("payout_template_unknown", { column: unknown.trim() });
  const missing = NEEDED.filter((key) => !has(key));
  if (!hasIban && !has("recipientEmail")) missing.push("IBAN");
  if (missing.length > 0) throw new DomainError("payout_template_missing", { columns: missing.join(", ") });
  return { columns: titles.map((title, index) => ({ title, value: fields.get(keys[index]!) ?? null })), hasIban };
}

/** Returns the first line of a template, at most as long as one can be. */
export const firstLineOf = (file: string): string => /^\ufeff?([^\r\n]*)/.exec(file.slice(0, MAX_HEADER_LENGTH))![1]!;

/** Reads the cells of the first line. Excel in some languages saves semicolons or tabs instead of commas. */
function readTitles(file: string): string[] {
  const line = firstLineOf(file);
  const delimiter = [",", ";", "\t"].find((one) => line.includes(one));
  if (!delimiter) throw new DomainError("payout_template_broken");
  const titles = line.split(delimiter).map(unquoted);
  // A spreadsheet may end the line with empty cells.
  while (titles.at(-1)?.trim() === "") titles.pop();
  const isBroken =
    line.length >= MAX_HEADER_LENGTH - 1 ||
    titles.length > MAX_COLUMNS ||
    new Set(titles.map(keyOf)).size < titles.length ||
    titles.some((title) => !TITLE.test(title));
  if (isBroken) throw new DomainError("payout_template_broken");
  return titles;
}

/** A title that the CSV writer leaves as it is. */
const TITLE = /^[\p{L}\p{N}*][^"]*$/u;

function unquoted(cell: string): string {
  const trimmed = cell.trim();
  const isQuoted = trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"');
  return isQuoted ? trimmed.slice(1, -1) : trimmed;
}

/**
 * Writes a file with the columns of a template. Columns that are unknown stay empty.
 *
 * @param sourceCurrency the currency that the sender pays with.
 *
 * Throws `payout_file_account` (no account), `payout_file_currency`, `payout_file_email`, `payout_file_empty`,
 * `payout_file_too_long` (more than 1,000), `transfer_amount`.
 */
export function writeWiseCsv(rows: readonly PayoutRow[], template: WiseTemplate, sourceCurrency: string): string {
  checkRows(rows, MAX_ROWS);
  for (const row of rows) {
    if (!template.hasIban) usableEmail(row);
    else if (!row.account) throw new DomainError("payout_file_account", { name: row.affiliate });
  }
  const titles = template.columns.map(({ title }) => title);
  const columns = template.columns.map(({ title, value }) => ({
    name: title,
    kind: "text" as const,
    of: (row: PayoutRow) => value && value(row, sourceCurrency),
  }));
  return csvHead(titles, "plain") + csvLines(columns, rows, "plain");
}
