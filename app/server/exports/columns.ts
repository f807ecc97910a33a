import type { CsvColumn } from "~/domain/shared/csv";
import type { Day } from "~/domain/shared/dates";
import { isWebAddress } from "~/domain/shared/web-address";
import { toDecimal, type Money } from "~/domain/shared/money";

// The kinds of columns that the files of lists are made of. Their names are keys of the texts "exports:columns".

export const text = <Row>(name: string, of: (row: Row) => string | null): CsvColumn<Row> => ({
  name,
  kind: "text",
  of,
});

/** One of a few words. Each is looked up once: that takes longer than writing all the rest of a row. */
export function word<Row, Word extends string>(
  name: string,
  of: (row: Row) => Word | null,
  textOf: (word: Word) => string,
): CsvColumn<Row> {
  const texts = new Map<Word, string>();
  return text(name, (row) => {
    const found = of(row);
    if (found === null) return null;
    let known = texts.get(found);
    if (known === undefined) texts.set(found, (known = textOf(found)));
    return known;
  });
}

export const day = <Row>(name: string, of: (row: Row) => Day | null): CsvColumn<Row> => ({
  name,
  kind: "day",
  of,
});

export const count = <Row>(name: string, of: (row: Row) => number | null | undefined): CsvColumn<Row> => ({
  name,
  kind: "number",
  of: (row) => of(row)?.toString() ?? null,
});

/** An amount in decimal notation, exactly as it is stored. Its currency is a column of its own. */
export const amount = <Row>(name: string, of: (row: Row) => Money | null): CsvColumn<Row> => ({
  name,
  kind: "number",
  of: (row) => {
    const money = of(row);
    return money && toDecimal(money.amount, money.currency);
  },
});

/** The address of a receipt, if it leads to a page. */
export const receipt = <Row extends { receiptUrl: string | null }>(): CsvColumn<Row> =>
  text("receipt", ({ receiptUrl }) => (receiptUrl && isWebAddress(receiptUrl) ? receiptUrl : null));
