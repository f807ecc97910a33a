// A reader of DATEV files that knows nothing of how they are written: only the description of EXTF 700 (header of 31
// fields, category 21 in version 13, category 16 in version 5).

/** Windows-1252 from 0x80 to 0x9F by code point; 0 where it has no character. */
const HIGH = parseCodes(
  "20AC - 201A 0192 201E 2026 2020 2021 02C6 2030 0160 2039 0152 - 017D - " +
    "- 2018 2019 201C 201D 2022 2013 2014 02DC 2122 0161 203A 0153 - 017E 0178",
);

function parseCodes(text: string): number[] {
  return text.split(" ").map((code) => (code === "-" ? 0 : Number.parseInt(code, 16)));
}

function fromCp1252(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => {
      const code = byte >= 0x80 && byte <= 0x9f ? HIGH[byte - 0x80]! : byte;
      if (code === 0 || (code < 0x20 && code !== 0x0d && code !== 0x0a) || code === 0x7f)
        throw new Error(`byte ${byte} is no character`);
      return String.fromCharCode(code);
    })
    .join("");
}

/** A cell, and whether it stood in quotes. */
interface Cell {
  text: string;
  isQuoted: boolean;
}

function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^";]*))(;|$)/y;
  for (;;) {
    const found = cell.exec(line);
    if (!found) throw new Error(`not a line of DATEV: ${line}`);
    const [, quoted, plain, end] = found;
    cells.push(
      quoted === undefined ? { text: plain!, isQuoted: false } : { text: quoted.replaceAll('""', '"'), isQuoted: true },
    );
    if (end === "") return cells;
  }
}

const HEADER = {
  bookings:
    /^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"[A-Z]{2}";"";"";(\d+);(\d+);(\d{8});([4-8]);(\d{8});(\d{8});"([^"]{1,30})";"";1;0;(\d);"EUR";;"";;;"(0[34])";;;"";"[^"]{0,16}"$/,
  creditors:
    /^"EXTF";700;16;"Debitoren\/Kreditoren";5;\d{17};;"[A-Z]{2}";"";"";(\d+);(\d+);(\d{8});([4-8]);;;"";"";;;;"";;"";;;"(0[34])";;;"";"[^"]{0,16}"$/,
};

/** Splits a file into lines: CRLF after each, and no other line break. */
function linesOf(bytes: Uint8Array): string[] {
  const text = fromCp1252(bytes);
  if (!text.endsWith("\r\n")) throw new Error("the last line has no end");
  const lines = text.slice(0, -2).split("\r\n");
  if (lines.some((line) => /[\r\n]/.test(line))) throw new Error("a line break within a line");
  return lines;
}

export interface ReadBooking {
  /** Cents; below zero in credit. */
  amount: number;
  account: string;
  contra: string;
  key: string;
  date: string;
  reference: string;
  text: string;
}

/** Columns with text by their place, from 1. All others must not be in quotes. */
const TEXTS = new Set(
  "2 3 6 9 11 12 14 16 20-38 40 42 48-87 91 95 96 98 102 103 105 107 109 110 112 118 120 121 123"
    .split(" ")
    .flatMap((part) => {
      const [first, last] = part.split("-").map(Number) as [number, number | undefined];
      return Array.from({ length: (last ?? first) - first + 1 }, (_, index) => first + index);
    }),
);

/** Reads bookings, and throws at whatever the description does not allow. */
export function readDatevBookings(bytes: Uint8Array) {
  const [first = "", titles = "", ...lines] = linesOf(bytes);
  const header = HEADER.bookings.exec(first);
  if (!header || cellsOf(first).length !== 31) throw new Error(`not a header: ${first}`);
  const [, adviser, client, yearBegins, length, from, to, label, isFixed, chart] = header;
  if (titles.split(";").length !== 125) throw new Error("not 125 titles");
  const digits = Number(length);
  const account = new RegExp(`^\\d{${digits},${digits + 1}}$`);
  const bookings = lines.map((line): ReadBooking => {
    const cells = cellsOf(line);
    if (cells.length !== 125) throw new Error(`${cells.length} columns`);
    cells.forEach(({ isQuoted }, index) => {
      if (isQuoted !== TEXTS.has(index + 1)) throw new Error(`quotes of column ${index + 1}: ${line}`);
    });
    const at = (place: number) => cells[place - 1]!.text;
    check(/^\d{1,10},\d\d$/, at(1));
    if (Number(at(1).replace(",", "")) === 0) throw new Error("an amount of 0");
    check(/^[SH]$/, at(2));
    check(/^EUR$/, at(3));
    for (const place of [7, 8]) check(account, at(place));
    check(/^\d{0,4}$/, at(9));
    check(/^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/, at(10));
    const days = [from!.slice(0, 4), to!.slice(0, 4)].map((year) => `${year}${at(10).slice(2)}${at(10).slice(0, 2)}`);
    if (!days.some((day) => from! <= day && day <= to!)) throw new Error(`a day outside of the period: ${line}`);
    check(/^[A-Za-z0-9$&%*+/-]{1,36}$/, at(11));
    if (at(14).length > 60) throw new Error(`long text: ${at(14)}`);
    check(/^0$/, at(114));
    return {
      amount: Number(at(1).replace(",", "")) * (at(2) === "S" ? 1 : -1),
      account: at(7),
      contra: at(8),
      key: at(9),
      date: at(10),
      reference: at(11),
      text: at(14),
    };
  });
  return { adviser, client, yearBegins, digits, from, to, label, isFixed, chart, titles: titles.split(";"), bookings };
}

function check(pattern: RegExp, text: string): void {
  if (!pattern.test(text)) throw new Error(`${JSON.stringify(text)} does not match ${String(pattern)}`);
}

/** Reads creditors likewise. */
export function readDatevCreditors(bytes: Uint8Array) {
  const [first = "", titles = "", ...lines] = linesOf(bytes);
  if (!HEADER.creditors.test(first) || cellsOf(first).length !== 31) throw new Error(`not a header: ${first}`);
  if (titles.split(";").length !== 254) throw new Error("not 254 titles");
  return lines.map((line) => {
    const cells = cellsOf(line);
    if (cells.length !== 254) throw new Error(`${cells.length} columns`);
    const at = (place: number) => cells[place - 1]!.text;
    if (cells[0]!.isQuoted || !cells[1]!.isQuoted) throw new Error(`quotes: ${line}`);
    return {
      number: at(1),
      company: at(2),
      person: at(6),
      kind: at(7),
      short: at(8),
      vatId: `${at(9)}${at(10)}`,
      street: at(16),
      postalCode: at(18),
      town: at(19),
      country: at(20),
      taxNumber: at(100),
    };
  });
}
