import type { ReactNode } from "react";
import { cn } from "./cn";
import { ListLink } from "./list-link";

export type NameLinkProps = {
  /** Without one the name is only text: the record is deleted, or not accessible. */
  to?: string | null;
  children: ReactNode;
  className?: string;
};

/** The name of a record within a row of a list, which links to it. It lies above the link that covers the row. */
export function NameLink({ to, children, className }: NameLinkProps) {
  if (!to) return children;
  return (
    <ListLink to={to} className={cn("name-link", className)}>
      {children}
    </ListLink>
  );
}
