import type { ReactNode } from "react";
import { ListLink } from "./list-link";

export type NameLinkProps = {
  /** Without one the name is only text: the record is deleted, or not accessible. */
  to?: string | null;
  /** The keyboard opens the row by this link, although another names the row. */
  opensRow?: boolean;
  children: ReactNode;
};

/** The name of a record within a row of a list, which links to it. It lies above the link that covers the row. */
export function NameLink({ to, opensRow, children }: NameLinkProps) {
  if (!to) return children;
  return (
    <ListLink to={to} data-opens={opensRow || undefined} className="name-link">
      {children}
    </ListLink>
  );
}
