import { Link } from "@remix-run/react";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";
import type { SortState } from "./use-sort";

type TableHeaderCellProps = {
  align?: "start" | "end";
  sort?: SortState;
  className?: string;
  children: ReactNode;
};

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

/** A column's header; sticks below the top bar. */
export function TableHeaderCell({ align, sort, className, children }: TableHeaderCellProps) {
  const Icon = icons[sort?.current?.direction ?? "none"];
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sort?.current?.direction}
      className={cn(
        "sticky top-(--bar-height,0px) z-2 h-10 bg-surface px-3 text-left text-xs font-medium whitespace-nowrap text-muted",
        "first:rounded-tl-lg last:rounded-tr-lg",
        align === "end" && "text-right",
        className,
      )}
    >
      {/* Unseen on phones, where the header is only read out, so nothing in it may take the focus. */}
      {sort && <span className="md:hidden">{children}</span>}
      {sort ? (
        <Link
          to={sort.href}
          preventScrollReset
          className="inline-flex min-h-10 max-md:hidden items-center gap-1 -outline-offset-2 hover:text-ink"
        >
          {children}
          <Icon aria-hidden className={cn("size-3.5", !sort.current && "text-faint")} />
        </Link>
      ) : (
        children
      )}
    </th>
  );
}
