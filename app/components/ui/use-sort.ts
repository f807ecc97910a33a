import { useLocation } from "@remix-run/react";
import type { Order } from "~/domain/shared/order";
import type { SortState } from "./table-header-cell";

/**
 * Sorting by a click on a column's header: gives each column's `sort`. The first click sorts as `first` says (money and
 * days: the largest first), the next one the other way round. `path` is the page the list belongs to.
 */
export function useSort<Column extends string>(order: Order<Column>, path: string) {
  const { search } = useLocation();
  return (column: Column, first: "asc" | "desc" = "asc"): SortState => {
    const current = order.by === column ? order.direction : undefined;
    const next = current ? (current === "asc" ? "desc" : "asc") : first;
    const params = new URLSearchParams(search);
    params.delete("cursor");
    params.set("sort", next === "desc" ? `-${column}` : column);
    return {
      href: `${path}?${params}`,
      ...(current && { direction: current === "asc" ? "ascending" : "descending" }),
    };
  };
}
