import type { CsvColumn } from "~/domain/shared/csv";
import type { Day } from "~/domain/shared/dates";
import { receiptOf } from "~/domain/files/receipt";
import { paths } from "~/paths/paths";
import { appUrl } from "../app-context.server";
import { toDecimal, type Money } from "~/domain/shared/money";
import type texts from "~/i18n/en/columns.json";

// Builders for the columns of exported lists.

/** Name of a list's column: a key of the texts "columns". A column without a title does not compile. */
export type Title = keyof typeof texts;

/** Returns the values of `sort` that a list with these columns accepts. */
export const sortedBy = (columns: readonly string[]) => columns.flatMap((column) => [column, `-${column}`]);

export const text = <Row, Name extends string>(name: Name, of: (row: Row) => string | null): CsvColumn<Row, Name> => ({
  name,
  kind: "text",
  of,
});

/** A column with few different values. Each translation is cached, because it takes longer than the rest of a row. */
export function word<Row, Name extends string, Word extends string>(
  name: Name,
  of: (row: Row) => Word | null,
  textOf: (word: Word) => string,
): CsvColumn<Row, Name> {
  const texts = new Map<Word, string>();
  return text(name, (row) => {
    const found = of(row);
    if (found === null) return null;
    let known = texts.get(found);
    if (known === undefined) texts.set(found, (known = textOf(found)));
    return known;
  });
}

export const day = <Row, Name extends string>(name: Name, of: (row: Row) => Day | null): CsvColumn<Row, Name> => ({
  name,
  kind: "day",
  of,
});

export const count = <Row, Name extends string>(
  name: Name,
  of: (row: Row) => number | null | undefined,
): CsvColumn<Row, Name> => ({
  name,
  kind: "number",
  of: (row) => of(row)?.toString() ?? null,
});

/** An amount in decimal notation, exactly as stored. The currency is a separate column. */
export const amount = <Row, Name extends string>(name: Name, of: (row: Row) => Money | null): CsvColumn<Row, Name> => ({
  name,
  kind: "number",
  of: (row) => {
    const money = of(row);
    return money && toDecimal(money.amount, money.currency);
  },
});

/** The URL of a receipt, or of the page that downloads its file; empty unless it is a valid web address. */
export const receipt = <Row extends { receiptUrl: string | null }>(
  door: "staff" | "portal",
): CsvColumn<Row, "receipt"> =>
  text("receipt", ({ receiptUrl }) => {
    const found = receiptOf(receiptUrl);
    if (!found) return null;
    if ("url" in found) return found.url;
    return appUrl() + (door === "staff" ? paths.file(found.file) : paths.ownFile(found.file));
  });
