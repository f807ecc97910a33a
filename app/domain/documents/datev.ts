import type { Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Period } from "../shared/period";
import { missingInCp1252, toCp1252 } from "./cp1252";
import { bookingColumns, creditorColumns, type DatevColumn } from "./datev-columns";
import { fiscalYearOf, type DatevSettings } from "./datev-settings";
import type { DocumentParty } from "./document";

// Files for DATEV (PAY-14): EXTF 700 in Windows-1252 with CRLF, as its tax advisers import them.

/** A booking. */
export interface DatevEntry {
  day: Day;
  /** Gross, euro cents: debits `account`, and below zero credits it. Never 0. With reverse charge it is the net. */
  amount: number;
  account: string;
  contraAccount: string;
  /** Tax key; null for none. */
  key: string | null;
  /** "Belegfeld 1". DATEV matches what is open and what is paid by it. */
  reference: string;
  text: string;
}

/** An affiliate as a creditor. */
export interface DatevCreditor {
  number: number;
  name: string;
  isBusiness: boolean;
  /** Null if it cannot be written or is not known. */
  address: Pick<DocumentParty, "street" | "houseNumber" | "postalCode" | "town" | "country"> | null;
  vatId: string | null;
  taxNumber: string | null;
}

/** Limit of DATEV for the bookings of a file. */
export const MAX_DATEV_ENTRIES = 99_999;
const MAX_AMOUNT = 999_999_999_999;
const MAX_TEXT = 60;
const MAX_LABEL = 30;
const MAX_CREDITOR_NAME = 50;
const MAX_SHORT_NAME = 15;
/** Characters and length of "Belegfeld 1". */
const REFERENCE = /^[A-Za-z0-9$%&*+/-]{1,36}$/;

/** Returns whether DATEV takes a number as "Belegfeld 1". */
export const isDatevReference = (text: string): boolean => REFERENCE.test(text);

interface File {
  settings: DatevSettings;
  period: Period;
  /** When the file is made, in the organization's time zone: "20261128093015000". */
  stamp: string;
}

/** Returns the fiscal year of a period. Throws `datev_fiscal_year` if it has days of another one. */
export function fiscalYearOfPeriod(period: Period, { fiscalMonth }: Pick<DatevSettings, "fiscalMonth">): Period {
  const year = fiscalYearOf(period.from, fiscalMonth);
  if (period.to > year.to) throw new DomainError("datev_fiscal_year");
  return year;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const compact = (one: Day) => one.replaceAll("-", "");

/** Returns "123,45" for 12345. */
const amountText = (amount: number) => {
  const cents = String(Math.abs(amount)).padStart(3, "0");
  return `${cents.slice(0, -2)},${cents.slice(-2)}`;
};

type Cells = Readonly<Record<string, string>>;

function rowOf(columns: readonly DatevColumn[], cells: Cells): string {
  const known = new Set(columns.map(({ name }) => name));
  const unknown = Object.keys(cells).find((name) => !known.has(name));
  if (unknown !== undefined) throw new RangeError(`not a column: ${unknown}`);
  return columns.map(({ name, isText }) => (isText ? quoted(cells[name] ?? "") : (cells[name] ?? ""))).join(";");
}

/** Joins the lines and encodes them. Throws `datev_character` for a character that Windows-1252 does not have. */
function encode(lines: readonly { text: string; name: string }[]): Uint8Array {
  for (const { text, name } of lines) {
    const character = missingInCp1252(text);
    if (character !== null) throw new DomainError("datev_character", { name, character });
  }
  const parts = lines.map(({ text }) => toCp1252(text));
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length + 2, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    bytes.set([0x0d, 0x0a], at + part.length);
    at += part.length + 2;
  }
  return bytes;
}

/** The first line: 31 fields. */
function headerOf({ settings, period, stamp }: File, of: "bookings" | "creditors"): string {
  const isBookings = of === "bookings";
  const year = fiscalYearOfPeriod(period, settings);
  const label = `Provisionen ${compact(period.from)}-${compact(period.to)}`.slice(0, MAX_LABEL);
  const format = isBookings ? '"EXTF";700;21;"Buchungsstapel";13' : '"EXTF";700;16;"Debitoren/Kreditoren";5';
  const { adviser, client, accountLength, chart } = settings;
  // The last number of a batch is "Festschreibung": 0, so that the adviser can still correct what was imported.
  const batch = isBookings
    ? `${compact(period.from)};${compact(period.to)};${quoted(label)};"";1;0;0;"EUR"`
    : ';;"";"";;;;""';
  return [
    `${format};${stamp};;"RE";"";"";${adviser};${client};${compact(year.from)};${accountLength}`,
    `${batch};;"";;;${quoted(chart)};;;"";"Finderlohn"`,
  ].join(";");
}

const titles = (columns: readonly DatevColumn[]) => columns.map(({ name }) => name).join(";");

/**
 * Writes the bookings of a period within one fiscal year ("EXTF_Buchungsstapel"). Throws `datev_fiscal_year`,
 * `datev_empty`, `datev_too_large`, `datev_character`, and a RangeError for an entry that DATEV does not take.
 */
export function writeDatevBookings(file: File, entries: readonly DatevEntry[]): Uint8Array {
  const { settings, period } = file;
  const header = headerOf(file, "bookings");
  if (entries.length === 0) throw new DomainError("datev_empty");
  if (entries.length > MAX_DATEV_ENTRIES) throw new DomainError("datev_too_large", { max: MAX_DATEV_ENTRIES });
  const isAccount = (text: string) =>
    [0, 1].some((more) => new RegExp(`^\\d{${settings.accountLength + more}}$`).test(text));
  const lines = entries.map((entry) => {
    const { amount, account, contraAccount, reference } = entry;
    if (entry.day < period.from || entry.day > period.to) throw new RangeError(`not in the period: ${entry.day}`);
    if (!Number.isSafeInteger(amount) || amount === 0 || Math.abs(amount) > MAX_AMOUNT)
      throw new RangeError(`not an amount: ${amount}`);
    if (![account, contraAccount].every(isAccount)) throw new RangeError(`not accounts: ${account}, ${contraAccount}`);
    if (!isDatevReference(reference)) throw new DomainError("datev_reference", { number: reference });
    const text = rowOf(bookingColumns, {
      "Umsatz (ohne Soll/Haben-Kz)": amountText(amount),
      "Soll/Haben-Kennzeichen": amount > 0 ? "S" : "H",
      "WKZ Umsatz": "EUR",
      Konto: account,
      "Gegenkonto (ohne BU-Schlüssel)": contraAccount,
      "BU-Schlüssel": entry.key ?? "",
      Belegdatum: `${entry.day.slice(8)}${entry.day.slice(5, 7)}`,
      "Belegfeld 1": reference,
      Buchungstext: entry.text.normalize("NFC").slice(0, MAX_TEXT),
      Festschreibung: "0",
    });
    return { text, name: reference };
  });
  return encode([{ text: header, name: "" }, { text: titles(bookingColumns), name: "" }, ...lines]);
}

/**
 * Writes creditors with name and address ("EXTF_DebKred_Stamm"), without bank accounts. Throws `datev_fiscal_year`,
 * `datev_empty`, `datev_character`, and a RangeError for a number that is none of a creditor.
 */
export function writeDatevCreditors(file: File, creditors: readonly DatevCreditor[]): Uint8Array {
  const header = headerOf(file, "creditors");
  if (creditors.length === 0) throw new DomainError("datev_empty");
  const lines = creditors.map(({ number, isBusiness, address, vatId, taxNumber, ...creditor }) => {
    if (String(number).length !== file.settings.accountLength + 1) throw new RangeError(`not a creditor: ${number}`);
    const name = creditor.name.normalize("NFC");
    const eu = vatId === null ? null : /^([A-Z]{2})(.{1,13})$/.exec(vatId);
    const text = rowOf(creditorColumns, {
      Konto: String(number),
      // The name of a person is not known in parts.
      [isBusiness ? "Name (Adressattyp Unternehmen)" : "Name (Adressattyp keine Angabe)"]: name.slice(
        0,
        MAX_CREDITOR_NAME,
      ),
      Adressattyp: isBusiness ? "2" : "0",
      Kurzbezeichnung: name.slice(0, MAX_SHORT_NAME),
      ...(eu && { "EU-Land": eu[1]!, "EU-UStID": eu[2]! }),
      ...(address && {
        Adressart: "STR",
        Straße: [address.street, address.houseNumber].filter(Boolean).join(" ").slice(0, 36),
        Postleitzahl: address.postalCode.slice(0, 10),
        Ort: address.town.slice(0, 30),
        Land: address.country,
      }),
      Steuernummer: (taxNumber ?? "").slice(0, 20),
    });
    return { text, name };
  });
  return encode([{ text: header, name: "" }, { text: titles(creditorColumns), name: "" }, ...lines]);
}
