import { Link as RemixLink, NavLink as RemixNavLink, type LinkProps, type NavLinkProps } from "@remix-run/react";
import { forwardRef, useSyncExternalStore } from "react";

/** A link within the app. Without a connection it prefetches nothing. */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link({ prefetch, ...props }, ref) {
  return <RemixLink ref={ref} prefetch={usePrefetch(prefetch)} {...props} />;
});

/** Like {@link Link}, for navigation, where the link to the current page looks different. */
export const NavLink = forwardRef<HTMLAnchorElement, NavLinkProps>(function NavLink({ prefetch, ...props }, ref) {
  return <RemixNavLink ref={ref} prefetch={usePrefetch(prefetch)} {...props} />;
});

/** Remix reloads the document when it cannot load a route: without a connection the page would be lost. */
function usePrefetch(wanted: LinkProps["prefetch"]): LinkProps["prefetch"] {
  const online = useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  );
  return online ? wanted : "none";
}

function onConnectionChange(changed: () => void) {
  for (const kind of ["online", "offline"]) window.addEventListener(kind, changed);
  return () => {
    for (const kind of ["online", "offline"]) window.removeEventListener(kind, changed);
  };
}
