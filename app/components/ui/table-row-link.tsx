import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

type RowLinkProps = { to: string; dialog?: boolean; children: ReactNode };

/** The one real link of a row; its ::after covers the row, so new tabs and the keyboard work as ever. */
export function RowLink({ to, dialog, children }: RowLinkProps) {
  return (
    <Link
      to={to}
      prefetch="intent"
      preventScrollReset={dialog}
      className="after:absolute after:inset-0 group-hover/row:underline group-hover/row:underline-offset-4 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {children}
    </Link>
  );
}
