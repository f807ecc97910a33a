// Files of separated values (RFC 4180): the only place that writes them. Not csv-stringify: it knows neither decimal
// commas nor days, and with both as its `cast` a row took four times as long (docs/decisions/0037-lists-as-files.md).

/** How the values of a file are written. */
interface CsvFormat {
  delimiter: "," | ";";
  decimal: "." | ",";
  /** Writes a day 'YYYY-MM-DD'. */
  day: (iso: string) => string;
  /** What the file begins with, so that spreadsheets read it as UTF-8. */
  start: "" | "\ufeff";
}

const dayFirst = (separator: string) => (iso: string) =>
  [iso.slice(8), iso.slice(5, 7), iso.slice(0, 4)].join(separator);
const spreadsheet = (separator: string): CsvFormat => ({
  delimiter: ";",
  decimal: ",",
  start: "\ufeff",
  day: dayFirst(separator),
});

/**
 * `plain` is for programs; the others are for a spreadsheet that is set to a language, which opens them right by
 * itself.
 */
const formats = {
  plain: { delimiter: ",", decimal: ".", day: (iso: string) => iso, start: "" },
  de: spreadsheet("."),
  fr: spreadsheet("/"),
  es: spreadsheet("/"),
} satisfies Record<string, CsvFormat>;

export type CsvFormatName = keyof typeof formats;
export const csvFormats = Object.keys(formats) as CsvFormatName[];

/** A column of a file: what stands in it of a row. Null is an empty cell. */
export interface CsvColumn<Row, Name extends string = string> {
  name: Name;
  /** `day`: 'YYYY-MM-DD'; `number`: in decimal notation with a point, so that no amount passes through a float. */
  kind: "text" | "day" | "number";
  of: (row: Row) => string | null;
}

/** The first line of a file, with what comes before it. `titles` are those of its columns. */
export const csvHead = (titles: readonly string[], format: CsvFormatName): string =>
  formats[format].start + titles.map(text).join(formats[format].delimiter) + END;

/** Writes the line of a row. */
export function csvWriter<Row>(columns: readonly CsvColumn<Row>[], name: CsvFormatName): (row: Row) => string {
  const { delimiter, ...format } = formats[name];
  // Rows that follow each other often have the same day, amount or name: comparing costs less than writing it once
  // more.
  const cells = columns.map(({ kind, of }) => ({ kind, of, value: "", written: "" }));
  return (row) => {
    let line = "";
    let separator = "";
    for (const before of cells) {
      const value = before.of(row);
      line += separator;
      separator = delimiter;
      if (value === null) continue;
      if (value !== before.value) {
        before.value = value;
        before.written = cell(before.kind, value, format);
      }
      line += before.written;
    }
    return line + END;
  };
}

/** The lines of rows. */
export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[], name: CsvFormatName): string {
  const write = csvWriter(columns, name);
  let lines = "";
  for (const row of rows) lines += write(row);
  return lines;
}

const END = "\r\n";
const NUMBER = /^-?\d+(\.\d+)?$/;

function cell(kind: CsvColumn<never>["kind"], value: string, { decimal, day }: Omit<CsvFormat, "delimiter">) {
  if (kind === "day") return day(value);
  // A negative number stays one. Whatever else begins with "-" is text.
  if (kind === "number" && NUMBER.test(value)) return decimal === "." ? value : value.replace(".", decimal);
  return text(value);
}

/**
 * What spreadsheets would calculate (OWASP, CSV injection), and what needs quotes: a delimiter of either kind, since a
 * spreadsheet may be set to the other one.
 */
const SPECIAL = /^'*[=+\-@\s＝＋－＠]|[",;\r\n\t]|\s$/;
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** A cell that an apostrophe keeps from being calculated, as it was before. */
export const withoutApostrophe = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);

/**
 * A cell that a spreadsheet would calculate gets an apostrophe in front, and so does one that has such apostrophes
 * already: what is imported again is the same.
 */
function text(value: string): string {
  if (!SPECIAL.test(value)) return value;
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\r\n\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
