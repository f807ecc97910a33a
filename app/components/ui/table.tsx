import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "./cn";
import { TableHeaderCell } from "./table-header-cell";
import { RowLink } from "./table-row-link";
import { TableSort } from "./table-sort";
import type { SortState } from "./use-sort";

export type TableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** "end" for money, counts and dates that are compared. */
  align?: "start" | "end";
  /** The column that names the row: heading of the card on phones, carries the row's link. */
  primary?: boolean;
  /** Leaves the column out of the cards on phones, or out of the table below 1280 px. */
  hideOn?: "phone" | "narrow";
  /** Makes the header a link that sorts, and on phones a choice above the cards. */
  sort?: SortState;
  className?: string;
};

export type TableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Where a click on the row leads; the link itself sits in the primary column. */
  rowHref?: (row: Row) => string | undefined;
  /** The row opens a dialog route: the page behind must not scroll. */
  rowOpensDialog?: boolean;
  /** Menu or buttons at the end of the row. */
  rowActions?: (row: Row) => ReactNode;
  /** On phones the actions sit in the corner of the card (a lone menu) or in a row of their own (buttons). */
  phoneActions?: "corner" | "row";
  /** One of several tables that are sorted together: the page draws their TableSort once, above them all. */
  sortedAbove?: boolean;
  /** Below the rows: totals, "show more". */
  footer?: ReactNode;
  /** Instead of rows when there are none. */
  empty?: ReactNode;
};

const cellClass =
  "max-md:flex max-md:items-baseline max-md:justify-between max-md:gap-4 max-md:py-1 md:px-3 md:py-0.5";

/**
 * Every list of records. A real table from 768 px on, with a sticky header; on phones each row becomes a card
 * of label-value pairs. The roles are written out because display: block takes them away in some browsers.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, rowOpensDialog, rowActions, footer, empty } = props;
  const corner = props.phoneActions !== "row";
  const { t } = useTranslation("common");
  if (rows.length === 0 && empty) return <div className="rounded-lg border bg-surface">{empty}</div>;
  return (
    <div className="md:rounded-lg md:border md:bg-surface">
      {!props.sortedAbove && <TableSort columns={columns} className="mb-3" />}
      {/* Too wide for a small screen it scrolls sideways, which costs the header its hold on the window. */}
      <div
        role="region"
        aria-label={caption}
        // What scrolls must be reachable with the keyboard.
        tabIndex={0}
        className="md:max-xl:overflow-x-auto md:max-xl:[--bar-height:0px]"
      >
        <table role="table" className="w-full max-md:block md:border-separate md:border-spacing-0">
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className="max-md:sr-only">
            <tr role="row">
              {columns.map((column) => (
                <TableHeaderCell
                  key={column.id}
                  align={column.align}
                  sort={column.sort}
                  className={column.hideOn === "narrow" ? "max-xl:hidden" : undefined}
                >
                  {column.header}
                </TableHeaderCell>
              ))}
              {rowActions && (
                <TableHeaderCell align="end">
                  <span className="sr-only">{t("actions")}</span>
                </TableHeaderCell>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup" className="max-md:grid max-md:gap-3">
            {rows.map((row) => {
              const href = rowHref?.(row);
              return (
                <tr
                  key={rowKey(row)}
                  role="row"
                  className={cn(
                    "group/row relative max-md:block max-md:rounded-lg max-md:border max-md:bg-surface max-md:p-4",
                    "md:[&>td]:h-11 md:[&>td]:border-t",
                    href && "transition-colors duration-150 hover:bg-sunken/60",
                  )}
                >
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      role="cell"
                      data-label={column.header}
                      className={cn(
                        cellClass,
                        column.align === "end" && "tabular-nums md:text-right md:whitespace-nowrap",
                        column.primary
                          ? cn(
                              "font-medium max-md:pb-2 max-md:text-base md:min-w-36",
                              rowActions && corner && "max-md:pr-10",
                            )
                          : "max-md:before:shrink-0 max-md:before:text-muted max-md:before:content-[attr(data-label)]",
                        column.hideOn === "phone" && "max-md:hidden",
                        column.hideOn === "narrow" && "md:max-xl:hidden",
                        column.className,
                      )}
                    >
                      <div
                        className={cn(
                          "min-w-0",
                          "md:wrap-break-word max-md:wrap-anywhere",
                          !column.primary && "max-md:text-right",
                        )}
                      >
                        {column.primary && href ? (
                          <RowLink to={href} dialog={rowOpensDialog}>
                            {column.cell(row)}
                          </RowLink>
                        ) : (
                          column.cell(row)
                        )}
                      </div>
                    </td>
                  ))}
                  {rowActions && (
                    <td
                      role="cell"
                      className={cn(
                        "max-md:block md:w-px md:px-2 md:py-0.5 md:text-right",
                        corner ? "max-md:absolute max-md:top-1.5 max-md:right-1.5" : "max-md:pt-3",
                      )}
                    >
                      <div className="flex items-center justify-end gap-1 relative z-1 has-[details[open]]:z-30">
                        {rowActions(row)}
                      </div>
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {footer && <div className="max-md:pt-3 md:border-t md:px-4 md:py-3">{footer}</div>}
    </div>
  );
}
