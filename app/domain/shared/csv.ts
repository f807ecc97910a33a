/** What a file of comma-separated values begins with, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Spreadsheets take a cell that begins with one of these for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A line of a file of comma-separated values (RFC 4180), with its end. A cell that a spreadsheet would calculate gets an
 * apostrophe in front, which spreadsheets do not show.
 *
 * @param delimiter "," or, where the comma is in the numbers, ";".
 */
export function csvLine(cells: readonly string[], delimiter: "," | ";"): string {
  return (
    cells.map((cell) => quoted(FORMULA.test(cell) ? `'${cell}` : cell, delimiter)).join(delimiter) + "\r\n"
  );
}

function quoted(cell: string, delimiter: string): string {
  const plain = !/["\r\n]/.test(cell) && !cell.includes(delimiter) && cell === cell.trim();
  return plain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
