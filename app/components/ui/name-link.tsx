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
    // 24 px high, so that names above each other are targets apart.
    <Link
      to={to}
      prefetch="intent"
      className="relative z-1 inline-grid min-h-6 items-center underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
