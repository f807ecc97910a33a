import type { Direction } from "./page";

/** The column and direction a list is sorted by. In addresses "amount" is ascending, "-amount" descending. */
export interface Order<Column extends string> {
  by: Column;
  direction: Direction;
}

const names = new Intl.Collator("en");

/** Compares names as a dictionary orders them, "Ärzte" beside "Apfel", whatever the language of the machine. */
export const compareNames = (one: string, other: string): number => names.compare(one, other);

/** Reads the order from an address; `usual` when it names none of the columns. */
export function parseOrder<Column extends string>(
  text: string | null | undefined,
  columns: readonly Column[],
  usual: Order<Column>,
): Order<Column> {
  const by = columns.find((column) => column === text?.replace(/^-/, ""));
  return by ? { by, direction: text!.startsWith("-") ? "desc" : "asc" } : usual;
}
