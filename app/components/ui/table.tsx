import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "./cn";
import { PrefetchLinks } from "./prefetch-links";
import { TableHeaderCell } from "./table-header-cell";
import { fitClass, type TableFit } from "./table-fit";
import { TableSort } from "./table-sort";
import { useListLinks } from "./use-list-links";
import type { SortState } from "./use-sort";
import { ListLink } from "./list-link";

export type TableColumn<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** "end" for money, counts and dates that are compared. */
  align?: "start" | "end";
  /** The column that names the row: heading of its card, contains the row's link unless another one does. */
  primary?: boolean;
  /** Contains the row's link instead of the primary column, whose name links elsewhere. */
  carriesLink?: boolean;
  /**
   * Holds the checkboxes that select rows: its header is not shown, and in a card the checkbox stands before the
   * heading.
   */
  isChoice?: boolean;
  /** Leaves the column out of the cards, out of the table where it has less than 928 px, or on paper. */
  hideOn?: "cards" | "narrow" | "print";
  /** The column whose second line this one becomes where a table of many columns is short of space. */
  tuckUnder?: string;
  /** Makes the header a link that sorts, and an option above the cards. */
  sort?: SortState;
  className?: string;
};

export type TableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How much space the columns need side by side; with less, each row becomes a card. */
  fit?: TableFit;
  /** Target of a click on the row; the link itself is in the primary column. */
  rowHref?: (row: Row) => string | undefined;
  /** The row opens a dialog route: the page behind must not scroll. */
  rowOpensDialog?: boolean;
  /** Consecutive rows with the same value share one heading. */
  groupOf?: (row: Row) => string;
  /**
   * As cards, all rows in one frame, each a few lines: its name and last figure side by side, the rest below, without
   * labels.
   */
  compact?: boolean;
  /** Menu or buttons at the end of the row. */
  rowActions?: (row: Row) => ReactNode;
  /** In cards the actions are in the corner (a single menu) or in a row of their own (buttons). */
  cardActions?: "corner" | "row";
  /** One of several tables that are sorted together: the page draws their TableSort once, above them all. */
  sortedAbove?: boolean;
  /** Below the rows: totals, "show more". */
  footer?: ReactNode;
  /** Replaces the rows when there are none. */
  empty?: ReactNode;
};

/**
 * Every list of records. If its container is wide enough, it is a real table with a sticky header; otherwise each row
 * becomes a card of label-value pairs. The roles are explicit because display: block removes them in some browsers.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowActions, footer, empty, compact, fit = "some" } = props;
  const { t } = useTranslation("common");
  const list = useRef<HTMLTableElement>(null);
  const follow = useListLinks();
  const cells = cellsOf(props);
  if (rows.length === 0 && empty) return <div className="rounded-lg border bg-surface">{empty}</div>;
  const rowElements = rows.flatMap((row, index) => {
    const group = props.groupOf?.(row);
    const before = rows[index - 1];
    const opens = group && (!before || props.groupOf?.(before) !== group);
    return [
      ...(opens ? [<GroupRow key={group} name={group} columns={cells.length + (rowActions ? 1 : 0)} />] : []),
      <TableRow key={rowKey(row)} row={row} cells={cells} table={props} />,
    ];
  });
  return (
    <div className={fitClass[fit]}>
      <div className="cells:rounded-lg cells:border cells:bg-surface">
        {!props.sortedAbove && <TableSort columns={columns} className="mb-3" />}
        {/* Numbers that do not wrap may still be too wide: then it scrolls, and the header is no longer sticky. */}
        <div
          role="region"
          aria-label={caption}
          // A scrollable region must be reachable with the keyboard.
          tabIndex={0}
          className="not-print:max-xl:overflow-x-auto not-print:max-xl:[--bar-height:0px]"
        >
          <table
            ref={list}
            onClick={follow}
            role="table"
            data-list={caption}
            className={cn("list", fit === "many" && "dense", compact && "compact")}
          >
            <caption className="sr-only">{caption}</caption>
            <thead role="rowgroup" className="cards:sr-only">
              <tr role="row">
                {cells.map(({ column, tucked }) => (
                  <TableHeaderCell
                    key={column.id}
                    align={column.align}
                    sort={column.sort}
                    tucked={tucked.map(({ header }) => header)}
                    className={cn(hidden(column), fit === "many" && "cells:px-2")}
                  >
                    {column.isChoice ? <span className="sr-only">{column.header}</span> : column.header}
                  </TableHeaderCell>
                ))}
                {rowActions && (
                  <TableHeaderCell align="end" className="print:hidden">
                    <span className="sr-only">{t("actions")}</span>
                  </TableHeaderCell>
                )}
              </tr>
            </thead>
            <tbody role="rowgroup">{rowElements}</tbody>
          </table>
          <PrefetchLinks within={list} />
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

/** What all cells of a column share, calculated once for all rows. */
type CellOf<Row> = {
  column: TableColumn<Row>;
  className: string | undefined;
  /** The columns that become its second line. */
  tucked: readonly TableColumn<Row>[];
  carriesLink: boolean;
  /** Names the row for screen readers, which read the table cell by cell. */
  isHeader: boolean;
};

function cellsOf<Row>({ columns, rowActions, cardActions }: TableProps<Row>): CellOf<Row>[] {
  const carrier = columns.find(({ carriesLink }) => carriesLink) ?? columns.find(({ primary }) => primary);
  const header = columns.find(({ primary }) => primary) ?? carrier ?? columns.find(({ isChoice }) => !isChoice);
  return columns.map((column) => ({
    column,
    isHeader: column === header,
    className:
      cn(
        column.align === "end" && "end",
        column.primary && "primary",
        column.isChoice && "choice",
        column.primary && rowActions && cardActions !== "row" && "cards:pr-10",
        hidden(column),
        column.className,
      ) || undefined,
    tucked: columns.filter(({ tuckUnder }) => tuckUnder === column.id),
    carriesLink: column === carrier,
  }));
}

function GroupRow({ name, columns }: { name: string; columns: number }) {
  return (
    <tr role="row" className="group">
      <th role="rowheader" scope="rowgroup" colSpan={columns}>
        {name}
      </th>
    </tr>
  );
}

type TableRowProps<Row> = { row: Row; cells: readonly CellOf<Row>[]; table: TableProps<Row> };

/** One row; its styles are in app/styles/table.css. */
function TableRow<Row>({ row, cells, table }: TableRowProps<Row>) {
  const { rowHref, rowOpensDialog, rowActions, cardActions } = table;
  const href = rowHref?.(row);
  return (
    <tr role="row" className={href ? "linked" : undefined}>
      {cells.map(({ column, className, tucked, carriesLink, isHeader }) => {
        const Cell = isHeader ? "th" : "td";
        return (
          <Cell
            key={column.id}
            role={isHeader ? "rowheader" : "cell"}
            scope={isHeader ? "row" : undefined}
            data-label={column.header}
            className={className}
          >
            <div>
              {carriesLink && href ? (
                <RowLink to={href} dialog={rowOpensDialog}>
                  {column.cell(row)}
                </RowLink>
              ) : (
                column.cell(row)
              )}
              {tucked.map((second) => (
                <div key={second.id} className="tucked">
                  {second.cell(row)}
                </div>
              ))}
            </div>
          </Cell>
        );
      })}
      {rowActions && (
        <td role="cell" className={cardActions === "row" ? rowOfActions : cornerOfActions}>
          <div>{rowActions(row)}</div>
        </td>
      )}
    </tr>
  );
}

const rowOfActions = "actions cards:pt-3";
const cornerOfActions = "actions cards:absolute cards:top-1.5 cards:right-1.5";

type RowLinkProps = { to: string; dialog?: boolean; children: ReactNode };

/** The one real link of a row; it covers the row, so new tabs and the keyboard work as usual. */
function RowLink(props: RowLinkProps) {
  return <ListLink {...props} className="row-link" />;
}
