import type { ReactNode } from "react";
import { ListLink } from "./list-link";

type RowLinkProps = { to: string; dialog?: boolean; children: ReactNode };

/** The one real link of a row; it covers the row, so new tabs and the keyboard work as usual. */
export function RowLink(props: RowLinkProps) {
  return <ListLink {...props} className="row-link" />;
}
