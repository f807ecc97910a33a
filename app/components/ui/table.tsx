import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "./cn";
import { TableHeaderCell } from "./table-header-cell";
import { fitClass, type TableFit } from "./table-fit";
import { RowLink } from "./table-row-link";
import { TableSort } from "./table-sort";
import type { SortState } from "./use-sort";

export type TableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** "end" for money, counts and dates that are compared. */
  align?: "start" | "end";
  /** The column that names the row: heading of its card, carries the row's link unless another one does. */
  primary?: boolean;
  /** Carries the row's link instead of the primary column, whose name leads elsewhere. */
  carriesLink?: boolean;
  /** Leaves the column out of the cards, out of the table where it has less than 928 px, or on paper. */
  hideOn?: "cards" | "narrow" | "print";
  /** The column whose second line this one becomes where a table of many columns is short of room. */
  tuckUnder?: string;
  /** Makes the header a link that sorts, and a choice above the cards. */
  sort?: SortState;
  className?: string;
};

export type TableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How much room the columns need beside each other; with less, each row becomes a card. */
  fit?: TableFit;
  /** Where a click on the row leads; the link itself sits in the primary column. */
  rowHref?: (row: Row) => string | undefined;
  /** The row opens a dialog route: the page behind must not scroll. */
  rowOpensDialog?: boolean;
  /** Menu or buttons at the end of the row. */
  rowActions?: (row: Row) => ReactNode;
  /** In cards the actions sit in the corner (a lone menu) or in a row of their own (buttons). */
  cardActions?: "corner" | "row";
  /** One of several tables that are sorted together: the page draws their TableSort once, above them all. */
  sortedAbove?: boolean;
  /** Below the rows: totals, "show more". */
  footer?: ReactNode;
  /** Instead of rows when there are none. */
  empty?: ReactNode;
};

/**
 * Every list of records. Where its container has the room a real table with a sticky header; where it has not, each row
 * becomes a card of label-value pairs. The roles are written out because display: block takes them away in some browsers.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowActions, footer, empty, fit = "some" } = props;
  const { t } = useTranslation("common");
  if (rows.length === 0 && empty) return <div className="rounded-lg border bg-surface">{empty}</div>;
  return (
    <div className={fitClass[fit]}>
      <div className="cells:rounded-lg cells:border cells:bg-surface">
        {!props.sortedAbove && <TableSort columns={columns} className="mb-3" />}
        {/* Numbers that do not wrap may still be too wide for it: then it scrolls, which costs the header its hold. */}
        <div
          role="region"
          aria-label={caption}
          // What scrolls must be reachable with the keyboard.
          tabIndex={0}
          className="not-print:max-xl:overflow-x-auto not-print:max-xl:[--bar-height:0px]"
        >
          <table role="table" className="w-full cards:block cells:border-separate cells:border-spacing-0">
            <caption className="sr-only">{caption}</caption>
            <thead role="rowgroup" className="cards:sr-only">
              <tr role="row">
                {columns.map((column) => (
                  <TableHeaderCell
                    key={column.id}
                    align={column.align}
                    sort={column.sort}
                    tucked={tuckedUnder(columns, column).map(({ header }) => header)}
                    className={cn(hidden(column), fit === "many" && "cells:px-2")}
                  >
                    {column.header}
                  </TableHeaderCell>
                ))}
                {rowActions && (
                  <TableHeaderCell align="end" className="print:hidden">
                    <span className="sr-only">{t("actions")}</span>
                  </TableHeaderCell>
                )}
              </tr>
            </thead>
            <tbody role="rowgroup" className="cards:grid cards:grid-cols-1 cards:gap-3 cards:@xl:grid-cols-2">
              {rows.map((row) => (
                <TableRow key={rowKey(row)} row={row} {...props} fit={fit} />
              ))}
            </tbody>
          </table>
        </div>
        {footer && <div className="cards:pt-3 cells:border-t cells:px-4 cells:py-3">{footer}</div>}
      </div>
    </div>
  );
}

const hidden = ({ hideOn, tuckUnder }: Pick<TableColumn<never>, "hideOn" | "tuckUnder">) =>
  cn(
    hideOn === "cards" && "cards:hidden",
    hideOn === "narrow" && "cells:@max-[58rem]:hidden",
    hideOn === "print" && "print:hidden",
    tuckUnder && "tight:hidden",
  );

const tuckedUnder = <Row,>(columns: readonly TableColumn<Row>[], { id }: TableColumn<Row>) =>
  columns.filter(({ tuckUnder }) => tuckUnder === id);

type TableRowProps<Row> = Omit<TableProps<Row>, "rows"> & { row: Row; fit: TableFit };

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, rowHref, rowOpensDialog, rowActions, fit } = props;
  const corner = props.cardActions !== "row";
  const href = rowHref?.(row);
  const carrier = columns.find(({ carriesLink }) => carriesLink) ?? columns.find(({ primary }) => primary);
  return (
    <tr
      role="row"
      className={cn(
        "group/row relative cards:block cards:rounded-lg cards:border cards:bg-surface cards:p-4",
        "cells:[&>td]:h-11 cells:[&>td]:border-t",
        href && "transition-colors duration-150 hover:bg-sunken/60",
      )}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          role="cell"
          data-label={column.header}
          className={cn(
            "cards:flex cards:flex-wrap cards:items-baseline cards:justify-between cards:gap-x-4 cards:py-1 cells:py-0.5",
            fit === "many" ? "cells:px-2" : "cells:px-3",
            // Long words break anywhere, so a column could become as narrow as a letter.
            column.align === "end" ? "tabular-nums cells:text-right" : "cells:min-w-24",
            column.primary
              ? cn(
                  "font-medium cards:pb-2 cards:text-base cells:min-w-28",
                  rowActions && corner && "cards:pr-10",
                )
              : "cards:before:shrink-0 cards:before:text-muted cards:before:content-[attr(data-label)]",
            hidden(column),
            column.className,
          )}
        >
          <div
            className={cn(
              "wrap-anywhere cards:grow cards:basis-1/2",
              !column.primary && "cards:text-right",
              column.align === "end" && "whitespace-nowrap",
            )}
          >
            {column === carrier && href ? (
              <RowLink to={href} dialog={rowOpensDialog}>
                {column.cell(row)}
              </RowLink>
            ) : (
              column.cell(row)
            )}
            {tuckedUnder(columns, column).map((second) => (
              <div key={second.id} className="hidden text-xs text-muted tight:block">
                {second.cell(row)}
              </div>
            ))}
          </div>
        </td>
      ))}
      {rowActions && (
        <td
          role="cell"
          className={cn(
            "cards:block cells:w-px cells:px-2 cells:py-0.5 cells:text-right print:hidden",
            corner ? "cards:absolute cards:top-1.5 cards:right-1.5" : "cards:pt-3",
          )}
        >
          <div className="relative z-1 flex items-center justify-end gap-1 has-[details[open]]:z-30">
            {rowActions(row)}
          </div>
        </td>
      )}
    </tr>
  );
}
