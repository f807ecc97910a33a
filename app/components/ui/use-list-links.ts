import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { closeRowActions } from "./row-actions";
import { swallowRepeats } from "./swallow-repeats";

/** The links that a list follows for all its rows; "dialog" keeps the scroll position of the page behind. */
const LINKS = "a[data-link]";

/**
 * Returns the onClick of a list: follows its plain links without a page load. A hundred Link components cost more than
 * all the rest of a list. A double click counts once, because its second half would hit what then lies under the
 * pointer.
 */
export function useListLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    closeRowActions(event.target as Element);
    const link = (event.target as Element).closest<HTMLAnchorElement>(LINKS);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    swallowRepeats(event.nativeEvent);
    navigate(link.pathname + link.search, { preventScrollReset: link.dataset["link"] === "dialog" });
  };
}
