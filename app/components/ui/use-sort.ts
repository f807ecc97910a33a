import type { Order } from "~/domain/shared/order";
import { addressWith } from "~/paths/address";
import { useAddress } from "./use-address";

type SortChoice = { value: string; direction: "ascending" | "descending" };

/** What a column of a table knows about sorting by it. */
export type SortState = {
  /** Where a click leads: the same page sorted by this column, or the other way round. */
  href: string;
  /** How the rows are sorted by this column now. */
  current: SortChoice | null;
  /** The page of the list, and what its address calls the two orders, that of the first click first. */
  path: string;
  choices: readonly [SortChoice, SortChoice];
};

/**
 * Sorting by a click on a column's header: gives each column's `sort`. The first click sorts as `first` says (money and
 * days: the largest first), the next one the other way round. `path` is the page the list belongs to.
 */
export function useSort<Column extends string>(order: Order<Column>, path: string) {
  const { search } = useAddress();
  return (column: Column, first: "asc" | "desc" = "asc"): SortState => {
    const asc: SortChoice = { value: column, direction: "ascending" };
    const desc: SortChoice = { value: `-${column}`, direction: "descending" };
    const choices = first === "asc" ? ([asc, desc] as const) : ([desc, asc] as const);
    const current = order.by === column ? { asc, desc }[order.direction] : null;
    const next = choices.find((choice) => choice !== current)!;
    return { href: addressWith(path, search, { sort: next.value }), current, path, choices };
  };
}
