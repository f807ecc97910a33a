import { useLocation, useNavigation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { onSay } from "~/browser/say";

/** How often, and for how long at most, it looks whether what is still loading has come. */
const LOOK_MS = 100;
const LOOKS = 150;

/**
 * Says to screen readers what a click in the page has changed: the title of a new page, or what a filter, a tab, an order or a period
 * has made of the lists (WCAG 2.2, 4.1.3); and what is given to say(). The one place for all screens: it reads the finished page, so no list can forget it. Rendered
 * once, in the root, because a region that comes with its text is not read out. Dialogs take the focus and speak for themselves.
 */
export function Announcer() {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  const [said, setSaid] = useState("");
  useEffect(() => onSay(setSaid), []);
  const last = useRef<Shown>();
  const at = pathname + search;
  useEffect(() => {
    if (state !== "idle") return;
    let looks = 0;
    let timer: ReturnType<typeof setTimeout>;
    function look() {
      if (document.querySelector("#main [data-loading]") && ++looks < LOOKS) {
        timer = setTimeout(look, LOOK_MS);
        return;
      }
      if (document.querySelector("[data-route-dialog]")) return;
      const before = last.current;
      last.current = { title: document.title, search };
      if (!before) return;
      if (before.title !== document.title) setSaid(document.title);
      else if (before.search !== search) setSaid(listsOf(t).join(". ") || document.title);
    }
    // The title and the lists are drawn in the same step as this.
    timer = setTimeout(look, LOOK_MS);
    return () => clearTimeout(timer);
  }, [at, search, state, t]);
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

/** What the lists of the page show: how many entries of how many, in what order; or that there are none. */
function listsOf(t: TFunction): string[] {
  const own = <T extends HTMLElement>(selector: string) => [
    ...document.querySelectorAll<T>(`#main ${selector}`),
  ];
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
      ...(sorted ? [t(`common:sort.${direction}`, { column: textOf(sorted) })] : []),
    ].join(", ");
  });
  return [...tab, ...counts, ...own("[data-empty]").map(textOf)];
}

/** Its parts apart, such as the name of a tab and its count. */
const textOf = (element: HTMLElement) =>
  Array.from(element.childNodes, (node) => node.textContent ?? "")
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
