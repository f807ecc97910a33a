import type { AnchorHTMLAttributes } from "react";

export type ListLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  to: string;
  /** Leads to a dialog route: the page behind keeps its scroll position. */
  dialog?: boolean;
  /** "none" where prefetching the target is not worth it. */
  prefetch?: "none";
};

/**
 * A link within a row or card of a list, where Link would cost too much. The surrounding list handles navigation
 * without a page load, and prefetching (useListLinks, PrefetchLinks).
 */
export function ListLink({ to, dialog, prefetch, ...props }: ListLinkProps) {
  return <a href={to} data-link={dialog ? "dialog" : "page"} data-prefetch={prefetch} {...props} />;
}
