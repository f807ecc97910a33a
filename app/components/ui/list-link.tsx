import type { AnchorHTMLAttributes } from "react";

export type ListLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  to: string;
  /** Leads to a dialog route: the page behind stays where it is. */
  dialog?: boolean;
  /** "none" where it is not worth fetching ahead what stands behind it. */
  prefetch?: "none";
};

/**
 * A link within a row or card of a list, where Link would cost too much: the list around it follows it without loading
 * the page anew, and fetches ahead where it leads (useListLinks, PrefetchLinks).
 */
export function ListLink({ to, dialog, prefetch, ...props }: ListLinkProps) {
  return <a href={to} data-link={dialog ? "dialog" : "page"} data-prefetch={prefetch} {...props} />;
}
