import type { Direction } from "./page";

/** Column and direction by which a list is sorted. In addresses "amount" is ascending, "-amount" descending. */
export interface Order<Column extends string> {
  by: Column;
  direction: Direction;
}

const names = new Intl.Collator("en");

/** Compares names in dictionary order, "Ärzte" beside "Apfel", independent of the machine's language. */
export const compareNames = (one: string, other: string): number => names.compare(one, other);

/** Parses the order from an address; `usual` if it names none of the columns. */
export function parseOrder<Column extends string>(
  text: string | null | undefined,
  columns: readonly Column[],
  usual: Order<Column>,
): Order<Column> {
  const by = columns.find((column) => column === text?.replace(/^-/, ""));
  return by ? { by, direction: text!.startsWith("-") ? "desc" : "asc" } : usual;
}
