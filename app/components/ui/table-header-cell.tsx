import type { ReactNode } from "react";
import { cn } from "./cn";
import { Icon } from "./icon";
import { Link } from "./link";
import type { SortState } from "./use-sort";

type TableHeaderCellProps = {
  align?: "start" | "end";
  sort?: SortState;
  /** Headers of the columns that become this one's second line where space is short. */
  tucked?: readonly string[];
  /** The icon stands in the gap between columns, and a title of several words may take two lines. */
  isDense?: boolean;
  className?: string;
  children: ReactNode;
};

const icons = { ascending: "arrow-up", descending: "arrow-down", none: "chevrons-up-down" } as const;

/** A column's header; sticks below the top bar. */
export function TableHeaderCell({ align, sort, tucked = [], isDense, className, children }: TableHeaderCellProps) {
  const icon = icons[sort?.current?.direction ?? "none"];
  const title = (
    <>
      {children}
      {tucked.map((header) => (
        <span key={header} className="hidden tight:inline">{` / ${header}`}</span>
      ))}
    </>
  );
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort?.current?.direction}
      className={cn(
        "sticky top-(--bar-height,0px) z-2 h-9 bg-surface px-3 text-xs font-medium text-muted",
        isDense && align === "end" ? "leading-tight" : "whitespace-nowrap",
        "first:rounded-tl-lg last:rounded-tr-lg",
        align === "end" ? "text-right" : "text-left",
        className,
      )}
    >
      {/* Invisible above cards, where the header is only for screen readers, so nothing in it may take the focus. */}
      {sort && <span className="cells:hidden">{title}</span>}
      {sort ? (
        <Link
          to={sort.href}
          preventScrollReset
          className="relative inline-flex min-h-9 items-center cards:hidden gap-1 -outline-offset-2 hover:text-ink"
        >
          {title}
          <Icon
            name={icon}
            className={cn(
              "size-3.5",
              !sort.current && "text-faint",
              isDense && (align === "end" ? "absolute right-full" : "absolute left-full"),
            )}
          />
        </Link>
      ) : (
        title
      )}
    </th>
  );
}
