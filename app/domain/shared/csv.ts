// The only writer of CSV files (RFC 4180). csv-stringify supports neither decimal commas nor dates; with both in its
// `cast`, a row took four times as long (docs/decisions/0037-lists-as-files.md).

/** How the values of a file are written. */
interface CsvFormat {
  delimiter: "," | ";";
  decimal: "." | ",";
  /** Formats a date 'YYYY-MM-DD'. */
  day: (iso: string) => string;
  /** Byte order mark, so that spreadsheets read the file as UTF-8. */
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
 * `plain` is for programs. The others are for spreadsheets set to a language, which open them without an import dialog.
 */
const formats = {
  plain: { delimiter: ",", decimal: ".", day: (iso: string) => iso, start: "" },
  de: spreadsheet("."),
  fr: spreadsheet("/"),
  es: spreadsheet("/"),
} satisfies Record<string, CsvFormat>;

export type CsvFormatName = keyof typeof formats;
export const csvFormats = Object.keys(formats) as CsvFormatName[];

/** A CSV column; `of` returns the cell text for a row. Null is an empty cell. */
export interface CsvColumn<Row, Name extends string = string> {
  name: Name;
  /** `day`: 'YYYY-MM-DD'. `number`: decimal notation with a point, so that no amount passes through a float. */
  kind: "text" | "day" | "number";
  of: (row: Row) => string | null;
}

/**
 * Returns the first line of a file, preceded by the byte order mark if the format has one. `titles` are the column
 * titles.
 */
export const csvHead = (titles: readonly string[], format: CsvFormatName): string =>
  formats[format].start + titles.map(text).join(formats[format].delimiter) + END;

/** Returns a function that writes the line of a row. */
export function csvWriter<Row>(columns: readonly CsvColumn<Row>[], name: CsvFormatName): (row: Row) => string {
  const { delimiter, ...format } = formats[name];
  // Consecutive rows often have the same date, amount or name. Comparing costs less than formatting again.
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

/** Writes the lines of rows. */
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
  // A negative number stays a number. Any other text that starts with "-" is text.
  if (kind === "number" && NUMBER.test(value)) return decimal === "." ? value : value.replace(".", decimal);
  return text(value);
}

/**
 * Texts that spreadsheets would evaluate (OWASP, CSV injection) or that need quotes. Both delimiters count, because a
 * spreadsheet may be set to the other one.
 */
const SPECIAL = /^'*[=+\-@\s＝＋－＠]|[",;\r\n\t]|\s$/;
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Removes the apostrophe added to cells that a spreadsheet would evaluate. */
export const withoutApostrophe = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);

/**
 * Formats a text cell. A cell that a spreadsheet would evaluate gets an apostrophe in front. So does a cell that
 * already has such apostrophes, so that an import restores the original.
 */
function text(value: string): string {
  if (!SPECIAL.test(value)) return value;
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",;\r\n\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
