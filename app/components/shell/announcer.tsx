import { useLocation, useNavigation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { onSay } from "~/browser/say";

/** Changes within this time are announced together. */
const LOOK_MS = 100;
/** For this long it waits for content that is still loading, and corrects the announcement. */
const FOLLOW_MS = 15_000;

/**
 * Announces the effect of a click to screen readers (WCAG 2.2, 4.1.3): the title of a new page, or the lists after a
 * filter, a tab, an order or a period. It also announces texts passed to say(). It serves all screens: it reads the
 * finished page, so no list can forget it. It is rendered once, in the root, because a region that is inserted with its
 * text is not read. Dialogs take the focus and announce themselves.
 */
export function Announcer() {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  const [said, setSaid] = useState("");
  // A live region announces only changes, so a repeated text gets a trailing space.
  const tell = useCallback((text: string) => setSaid((before) => (before === text ? `${text}\u00a0` : text)), []);
  useEffect(() => onSay(tell), [tell]);
  const last = useRef<Shown>();
  const at = pathname + search;
  useEffect(() => {
    const isDialog = () => document.querySelector("[data-route-dialog]") !== null;
    // The state at page load, so that input before the first check counts as a change.
    if (!last.current && !isDialog()) last.current = { title: document.title, search };
    if (state !== "idle") return;
    const before = last.current;
    let told = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look() {
      timer = undefined;
      if (document.querySelector("#main [data-loading]") || isDialog()) return;
      const { title } = document;
      last.current = { title, search };
      const isNewPage = before?.title !== title;
      if (!before || (!isNewPage && before.search === search)) return;
      const text = (!isNewPage && listsOf(t).join(". ")) || title;
      if (text === told) return;
      told = text;
      tell(text);
    }
    const later = () => (timer ??= setTimeout(look, LOOK_MS));
    later();
    // On a busy machine the address changes before the list does, if the list is still hydrating.
    const watch = new MutationObserver(later);
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    const end = setTimeout(() => watch.disconnect(), FOLLOW_MS);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      clearTimeout(end);
    };
  }, [at, search, state, t, tell]);
  return (
    <p role="status" data-announcer data-keep-live className="sr-only">
      {said}
    </p>
  );
}

interface Shown {
  title: string;
  search: string;
}

/** Returns what the lists of the page show: how many entries of how many, in what order; or that there are none. */
function listsOf(t: TFunction): string[] {
  const own = <T extends HTMLElement>(selector: string) => [...document.querySelectorAll<T>(`#main ${selector}`)];
  const lists = own("[data-list]");
  const shown = own("[data-shown]");
  const tab = own("nav a[aria-current=page]").map((link) => textOf(link));
  const counts = lists.map((list) => {
    const rows = list.matches("table") ? list.querySelectorAll("tbody > tr:not(.group)") : list.children;
    const all = lists.length === 1 && shown.length === 1 ? textOf(shown[0]!) : null;
    const name = list.dataset["list"]!;
    const sorted = list.querySelector<HTMLElement>("th[aria-sort]");
    const direction = sorted?.ariaSort === "ascending" ? "ascending" : "descending";
    return [
      all ? `${name}: ${all}` : t("common:entries_of", { list: name, count: rows.length }),
      ...(sorted ? [t(`common:sort.${direction}`, { column: shownIn(sorted) })] : []),
    ].join(", ");
  });
  return [...tab, ...counts, ...own("[data-empty]").map(textOf)];
}

/** Returns the visible text of an element. */
const shownIn = (element: HTMLElement) => element.innerText.replace(/\s+/g, " ").trim();

/** Returns the text with its parts separated, such as the name of a tab and its count. */
const textOf = (element: HTMLElement) =>
  Array.from(element.childNodes, (node) => node.textContent ?? "")
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
