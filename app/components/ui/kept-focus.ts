import { dialogInFront, focusInto } from "./dialog-focus";

// Where the focus goes when what had it goes away: with its row, with the dialog it had opened, with the page. It must
// not fall on the page as a whole: whoever works by keyboard would begin at the top again.

/** Other code that moves the focus after a change goes first. */
const GRACE_MS = 60;

const CONTROL = "a[href], button, input:not([type=hidden]), select, textarea, summary";

/** An element and what is around it, read while it is still there. */
export interface FocusPosition {
  element: HTMLElement;
  /** The row or card it is in, and where that stands in its list. */
  item: Element | null;
  list: Element | null;
  index: number;
  /** Which of the item's controls it is, counted from the end: what differs between items stands before. */
  fromEnd: number;
  section: Element | null;
}

/** The place of an element; null when it is none that can have the focus. */
export function focusPositionOf(element: Element | null): FocusPosition | null {
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const item = element.closest("#main :is(tr, li)");
  const list = item?.parentElement ?? null;
  const index = item && list ? [...list.children].indexOf(item) : -1;
  const controls = controlsIn(item);
  const fromEnd = controls.length - controls.indexOf(element);
  return { element, item, list, index, fromEnd, section: element.closest("#main section[aria-labelledby]") };
}

const controlsIn = (item: Element | null | undefined) =>
  [...(item?.querySelectorAll<HTMLElement>(CONTROL) ?? [])].filter((one) => one.checkVisibility());

/**
 * Focuses what is at a place now: the element itself or what was drawn anew for it, else a link to `href`, what is left
 * of its row, the row that came after it, the heading of its section, what the dialog in front begins with, the heading
 * of the page.
 */
export function focusNear(place: FocusPosition | null, href?: string): void {
  const found =
    (place && focusAgain(place)) ||
    tryFocus(linkTo(href)) ||
    (place && (focusNeighbour(place) || focusHeading(place.section)));
  if (found) return;
  const dialog = dialogInFront();
  if (dialog) focusInto(dialog);
  else focusPage();
}

/**
 * An entry of a menu that has closed is represented by the menu; a card that was moved is found by the id of its link.
 */
function focusAgain({ element, item }: FocusPosition): boolean {
  if (tryFocus(element) || tryFocus(element.closest("details")?.querySelector("summary"))) return true;
  if (element.isConnected) return false;
  const named = item?.isConnected === false ? item.querySelector("a[id]") : null;
  const anew = [element.id, named?.id].map((id) => (id ? document.getElementById(id) : null));
  return [...anew, linkTo((element as Partial<HTMLAnchorElement>).href)].some((one) => focusInSight(one));
}

function focusNeighbour({ element, item, list, index, fromEnd }: FocusPosition): boolean {
  if (!list?.isConnected) return false;
  const own = item?.isConnected ? item : null;
  const controls = controlsIn(own ?? list.children[index] ?? list.lastElementChild);
  const { name, value } = element as Partial<HTMLButtonElement>;
  const named = (controls as HTMLButtonElement[]).filter(
    (one) => name && one.tagName === element.tagName && one.name === name,
  );
  const same = named.find((one) => one.value === value);
  // Of a link of a row that is gone, the next row's own link comes first: what it led to may be a step of that row
  // alone.
  const samePlace = own || element.tagName !== "BUTTON" ? undefined : controls.at(-fromEnd);
  // What a row is comes before the box that chooses it.
  const others = controls.filter((one) => !one.matches("[data-chooses]"));
  return [same, ...named, samePlace, ...others, ...controls].some((one) => focusInSight(one));
}

const focusHeading = (within: Element | null): boolean => {
  const heading = within?.isConnected ? within.querySelector<HTMLElement>("h1, h2, h3") : null;
  if (heading && !heading.hasAttribute("tabindex")) {
    heading.tabIndex = -1;
    heading.dataset["quietFocus"] = "";
  }
  return focusInSight(heading);
};

function focusPage(): void {
  const main = document.getElementById("main") ?? document.querySelector("main");
  if (!focusHeading(main)) tryFocus(main);
}

/** A link of the page, not of a dialog or the menu beside it, that leads to an address. */
const linkTo = (href: string | undefined) =>
  href
    ? [...document.links].find(
        (link) => link.href === href && link.closest("#main") && !link.closest("[data-route-dialog]"),
      )
    : undefined;

/**
 * For what may stand elsewhere: it is scrolled to if it is out of sight, for who works by keyboard. For a pointer the
 * page keeps its place, or clicking through a list would jump with each click.
 */
function focusInSight(element: Element | null | undefined): boolean {
  if (!element || !tryFocus(element)) return false;
  const { x, y, width, height } = element.getBoundingClientRect();
  // The element's scroll margin would move the page for what is near its edge too.
  const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
  if (!element.contains(onTop) && element.matches(":focus-visible")) element.scrollIntoView({ block: "nearest" });
  return true;
}

/** Whether the element could take the focus. */
function tryFocus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** From now on the focus is put back near where it was when what had it has gone away or was hidden. */
export function keepFocus(): void {
  let last: FocusPosition | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function check() {
    timer = undefined;
    if (document.activeElement === document.body && last?.element.checkVisibility() === false) focusNear(last);
  }
  document.addEventListener("focusin", ({ target }) => (last = focusPositionOf(target as Element)));
  new MutationObserver(() => (timer ??= setTimeout(check, GRACE_MS))).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ["open"],
  });
}
