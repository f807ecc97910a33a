import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "./cn";
import { MAIN_LIST } from "./main-list";
import { PrefetchLinks } from "./prefetch-links";
import { ChoosePage, choiceColumns, type RowChoice } from "./row-choice";
import type { TableName } from "~/domain/shared/lists";
import { ColumnChooser, useShownColumns } from "./table-columns";
import { TableHeaderCell } from "./table-header-cell";
import { fitClass, type TableFit } from "./table-fit";
import type { TableColumn } from "./table-column";
import { EmptyGroupRow, GroupRow, type TableGroup } from "./table-groups";
import { TableSort } from "./table-sort";
import { useListLinks } from "./use-list-links";
import { ListLink } from "./list-link";

export type TableProps<Row> = {
  /** The name under which a person's choice of columns is stored; without one, the columns are fixed. */
  name?: TableName;
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
  /** The rows again, under the headings of their groups. */
  groups?: readonly TableGroup<Row>[];
  /** RowActions at the end of the row; in rare tables buttons. */
  rowActions?: (row: Row) => ReactNode;
  /** In cards the actions are beside the heading (RowActions) or in a line of their own (buttons). */
  cardActions?: "corner" | "row";
  /** Lets rows be selected by checkboxes, one by one or all of the page. */
  choice?: RowChoice<Row>;
  /** True if it may have more columns than there is room for: then it scrolls. */
  scrolls?: boolean;
  /** The list that the page is about: the second skip link of the shell leads to it. */
  isMain?: boolean;
  /** One of several tables that are sorted together: the page draws their TableSort once, above them all. */
  sortedAbove?: boolean;
  /** Below the rows: totals, "show more". */
  footer?: ReactNode;
  /** Replaces the rows when there are none. */
  empty?: ReactNode;
};

/**
 * Every list of records. If its container is wide enough, it is a real table with a sticky header; otherwise each row
 * becomes a card of two or three lines. The roles are explicit because display: block removes them in some browsers.
 */
export function Table<Row>(given: TableProps<Row>) {
  const choice = choiceColumns(given.choice);
  const shown = useShownColumns(given.name, given.columns);
  const props = { ...given, columns: [...choice, ...shown] };
  const { name, caption, columns, rows, groups, rowKey, rowActions, footer, empty, fit = "some" } = props;
  const { t } = useTranslation("common");
  const list = useRef<HTMLTableElement>(null);
  const follow = useListLinks();
  const cells = cellsOf(props);
  const isSorted = !props.sortedAbove && columns.some(({ sort }) => sort);
  // Columns that somebody has added may need more room than there is.
  const isWide = props.scrolls || shown.some(({ isExtra }) => isExtra);
  const isDense = fit === "many" || fit === "most";
  if (rows.length === 0 && empty) return <div className="rounded-lg border bg-surface">{empty}</div>;
  const rowOf = (row: Row) => <TableRow key={rowKey(row)} row={row} cells={cells} table={props} />;
  const width = cells.length + (rowActions || name ? 1 : 0);
  const rowElements = groups
    ? groups.flatMap(({ id, head, rows: own, empty: text }) => [
        <GroupRow key={`group-${id}`} head={head} columns={width} />,
        ...own.map(rowOf),
        ...(own.length === 0 && text ? [<EmptyGroupRow key={`empty-${id}`} text={text} columns={width} />] : []),
      ])
    : rows.map(rowOf);
  return (
    <div className={fitClass[fit]}>
      {/* Above cards in one line: everything selected, and how they are sorted. */}
      <div className={cn("flex items-center gap-1 cells:hidden", isSorted && "mb-2")}>
        {given.choice && <ChoosePage choice={given.choice} isBare={isSorted} className="min-h-11 min-w-11" />}
        {isSorted && <TableSort columns={columns} className="min-w-0 flex-1" />}
      </div>
      <div className="cells:rounded-lg cells:border cells:bg-surface">
        {/* Too wide with long numbers or more than the usual columns: then it scrolls, without a sticky header. */}
        <div
          id={props.isMain ? MAIN_LIST : undefined}
          role="region"
          aria-label={caption}
          // A scrollable region must be reachable with the keyboard.
          tabIndex={0}
          className={cn(
            "not-print:max-xl:overflow-x-auto not-print:max-xl:[--bar-height:0px]",
            isWide && "not-print:overflow-x-auto not-print:[--bar-height:0px]",
          )}
        >
          <table
            ref={list}
            onClick={follow}
            role="table"
            data-list={caption}
            className={cn("list", isDense && "dense", isWide && "wide")}
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
                    isDense={isDense}
                    className={cn(hidden(column), column.isChoice ? "cells:px-0" : isDense && "cells:px-2")}
                  >
                    {column.isChoice ? (
                      <>
                        <span className="sr-only">{column.header}</span>
                        {given.choice && <ChoosePage choice={given.choice} isBare className="h-9 w-10 cards:hidden" />}
                      </>
                    ) : (
                      column.header
                    )}
                  </TableHeaderCell>
                ))}
                {(rowActions || name) && (
                  <TableHeaderCell
                    align="end"
                    className={cn(
                      "cells:px-1 print:hidden",
                      isWide && "cells:right-0 cells:border-l",
                      !rowActions && "cards:hidden",
                    )}
                  >
                    {rowActions && <span className="sr-only">{t("actions")}</span>}
                    {name && <ColumnChooser table={name} columns={given.columns} shown={shown} />}
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

const hidden = ({ hideOn = [], tuckUnder }: Pick<TableColumn<never>, "hideOn" | "tuckUnder">) =>
  cn(
    hideOn.includes("cards") && "cards:hidden",
    hideOn.includes("narrow") && "cells:@max-[58rem]:hidden",
    hideOn.includes("print") && "print:hidden",
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

function cellsOf<Row>({ columns }: TableProps<Row>): CellOf<Row>[] {
  const carrier = columns.find(({ carriesLink }) => carriesLink) ?? columns.find(({ primary }) => primary);
  const header = columns.find(({ primary }) => primary) ?? carrier ?? columns.find(({ isChoice }) => !isChoice);
  const figure =
    columns.find((one) => one.figure) ?? columns.find(({ align, labelled }) => align === "end" && !labelled);
  return columns.map((column) => ({
    column,
    isHeader: column === header,
    className:
      cn(
        column.align === "end" && "end",
        column.primary && "primary",
        column.isChoice && "choice",
        column === figure && "figure",
        column.labelled && "labelled",
        hidden(column),
        column.className,
      ) || undefined,
    tucked: columns.filter(({ tuckUnder }) => tuckUnder === column.id),
    carriesLink: column === carrier,
  }));
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
        const content = column.cell(row);
        return (
          <Cell
            key={column.id}
            role={isHeader ? "rowheader" : "cell"}
            scope={isHeader ? "row" : undefined}
            data-label={column.labelled ? column.header : undefined}
            // A card leaves out what a column of a table has to say.
            className={content === "–" && !isHeader ? cn(className, "cards:hidden") : className}
          >
            <div>
              {carriesLink && href ? (
                <RowLink to={href} dialog={rowOpensDialog}>
                  {content}
                </RowLink>
              ) : (
                content
              )}
              {column.below?.(row)}
              {tucked.map((second) => (
                <div key={second.id} className="tucked">
                  {second.carriesLink && href ? (
                    <RowLink to={href} dialog={rowOpensDialog}>
                      {second.cell(row)}
                    </RowLink>
                  ) : (
                    second.cell(row)
                  )}
                </div>
              ))}
            </div>
          </Cell>
        );
      })}
      {!rowActions && table.name && <td role="cell" className="cards:hidden" />}
      {rowActions && (
        <td role="cell" className={cardActions === "row" ? "actions actions-row" : "actions"}>
          <div>{rowActions(row)}</div>
        </td>
      )}
    </tr>
  );
}

type RowLinkProps = { to: string; dialog?: boolean; children: ReactNode };

/** The one real link of a row; it covers the row, so new tabs and the keyboard work as usual. */
function RowLink({ children, ...props }: RowLinkProps) {
  return (
    <ListLink {...props} className="row-link">
      <span>{children}</span>
    </ListLink>
  );
}
