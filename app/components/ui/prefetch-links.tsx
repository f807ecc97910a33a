import { PrefetchPageLinks, useLocation } from "@remix-run/react";
import { useEffect, useState, type RefObject } from "react";

const LINKS = "a[data-link]:not([data-prefetch=none])";

/** Prefetch starts after the pointer rests on a link for this long, as with Remix's Link. */
const restMs = 100;

/** Prefetches the target of plain links in a list when the pointer or the focus rests on one, as Remix's Link does. */
export function PrefetchLinks({ within }: { within: RefObject<HTMLElement> }) {
  const { key } = useLocation();
  // Only until the next navigation: it may have removed the record that the link leads to.
  const [wanted, setWanted] = useState<{ page: string; key: string }>();
  useEffect(() => {
    const list = within.current;
    if (!list) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Remix reloads the document when it cannot load a route: without a connection the page would be lost.
    const prefetch = (link: HTMLAnchorElement) => {
      if (navigator.onLine) setWanted({ page: link.pathname + link.search, key });
    };
    const rest = ({ target }: Event) => {
      clearTimeout(timer);
      const link = (target as Element).closest<HTMLAnchorElement>(LINKS);
      if (link) timer = setTimeout(() => prefetch(link), restMs);
    };
    for (const kind of ["mouseover", "focusin", "touchstart"]) {
      list.addEventListener(kind, rest, { passive: true });
    }
    const leave = () => clearTimeout(timer);
    list.addEventListener("mouseleave", leave);
    return () => {
      leave();
      list.removeEventListener("mouseleave", leave);
      for (const kind of ["mouseover", "focusin", "touchstart"]) list.removeEventListener(kind, rest);
    };
  }, [within, key]);
  return wanted?.key === key ? <PrefetchPageLinks page={wanted.page} /> : null;
}
