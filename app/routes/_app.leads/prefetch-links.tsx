import { PrefetchPageLinks } from "@remix-run/react";
import { useEffect, useState, type RefObject } from "react";

/** Whoever rests on a link this long means it; Link waits as long. */
const restMs = 100;

/** Fetches ahead what a plain link within a list leads to, as Link does, once the pointer or the focus rests on it. */
export function PrefetchLinks({ within }: { within: RefObject<HTMLElement> }) {
  const [page, setPage] = useState<string>();
  useEffect(() => {
    const list = within.current;
    if (!list) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = ({ target }: Event) => {
      clearTimeout(timer);
      const link = (target as Element).closest<HTMLAnchorElement>("a[data-discover]");
      if (link) timer = setTimeout(() => setPage(link.pathname + link.search), restMs);
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
  }, [within]);
  return page === undefined ? null : <PrefetchPageLinks page={page} />;
}
