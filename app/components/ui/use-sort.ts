import type { Order } from "~/domain/shared/order";
import { addressWith } from "~/paths/address";
import { useAddress } from "./use-address";

type SortChoice = { value: string; direction: "ascending" | "descending" };

/** The sort state of a table column. */
export type SortState = {
  /** Target of a click: the same page sorted by this column, or in the other direction. */
  href: string;
  /** How the rows are sorted by this column now. */
  current: SortChoice | null;
  /** The page of the list, and the URL values of the two orders, that of the first click first. */
  path: string;
  choices: readonly [SortChoice, SortChoice];
};

/**
 * Returns each column's `sort`, for sorting by a click on its header. The first click sorts as `first` says (money and
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
