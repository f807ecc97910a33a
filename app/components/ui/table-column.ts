import type { ReactNode } from "react";
import type { SortState } from "./use-sort";

type Hiding = "cards" | "narrow" | "print";

/** A column of a Table. */
export type TableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** A second line, which is not part of the row's link. */
  below?: (row: Row) => ReactNode;
  /** "end" for money, counts and dates that are compared. */
  align?: "start" | "end";
  /** The column that names the row: heading of its card, contains the row's link unless another one does. */
  primary?: boolean;
  /** Contains the row's link instead of the primary column, whose name links elsewhere. */
  carriesLink?: boolean;
  /** Holds the checkboxes that select rows: in a card the checkbox stands before the heading. */
  isChoice?: boolean;
  /** In a card it stands beside the heading; by default the first column of figures does. */
  figure?: boolean;
  /** In a card its header stands before it, because it says nothing alone. */
  labelled?: boolean;
  /** Leaves the column out of the cards, out of the table where it has less than 928 px, or on paper. */
  hideOn?: Hiding | readonly Hiding[];
  /** The column whose second line this one becomes where a table of many columns is short of space. */
  tuckUnder?: string;
  /** Makes the header a link that sorts, and an option above the cards. */
  sort?: SortState;
  /** Hidden until somebody chooses it. */
  isExtra?: boolean;
  className?: string;
};
