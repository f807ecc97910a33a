import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

export type NameLinkProps = {
  /** Without one the name is only text: the thing is gone, or may not be seen. */
  to?: string | null;
  children: ReactNode;
};

/** The name of a thing, which leads to it. Within a row it lies above the link that covers the row. */
export function NameLink({ to, children }: NameLinkProps) {
  if (!to) return children;
  return (
    // The padding makes it a target of 24 px and takes no room.
    <Link to={to} prefetch="intent" className="relative z-1 py-1 underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}
