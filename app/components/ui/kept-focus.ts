import { dialogInFront, focusInto } from "./dialog-focus";

// Moves the focus when the focused element disappears: with its row, with the dialog it had opened, or with the page.
// Otherwise the focus would fall on the page as a whole, and a keyboard user would start at the top again.

/** Other code that moves the focus after a change goes first. */
const GRACE_MS = 60;

const CONTROL = "a[href], button, input:not([type=hidden]), select, textarea, summary";

/** An element and its surroundings, read while it still exists. */
export interface FocusPosition {
  element: HTMLElement;
  /** The row or card of the element, and its position in the list. */
  item: Element | null;
  list: Element | null;
  index: number;
  /** Index of the control in the item, counted from the end, because items differ at the start. */
  fromEnd: number;
  section: Element | null;
}

/** Returns the position of an element; null for one that cannot have the focus. */
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
 * Focuses the best element at a position: the element itself, its replacement, or a link to `href`. Next come the rest
 * of its row, the next row and the heading of its section. Otherwise it focuses the start of the dialog in front, or
 * the heading of the page.
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

/** An entry of a closed menu is represented by the menu; a moved card is found by the id of its link. */
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
  // For a link of a removed row, the next row's own link comes first, because its target may be a step of that row
  // alone.
  const samePlace = own || element.tagName !== "BUTTON" ? undefined : controls.at(-fromEnd);
  // The row's link comes before the checkbox that selects it.
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

/** Returns a link of the page that leads to an address, not one of a dialog or the menu beside it. */
const linkTo = (href: string | undefined) =>
  href
    ? [...document.links].find(
        (link) => link.href === href && link.closest("#main") && !link.closest("[data-route-dialog]"),
      )
    : undefined;

/**
 * Focuses an element that may be elsewhere. For keyboard users it is scrolled into view. For a pointer the page keeps
 * its position, or clicking through a list would jump with each click.
 */
function focusInSight(element: Element | null | undefined): boolean {
  if (!element || !tryFocus(element)) return false;
  const { x, y, width, height } = element.getBoundingClientRect();
  // The element's scroll margin would also move the page for elements near its edge.
  const onTop = document.elementFromPoint(x + width / 2, y + height / 2);
  if (!element.contains(onTop) && element.matches(":focus-visible")) element.scrollIntoView({ block: "nearest" });
  return true;
}

/** Tries to focus an element and returns true on success. */
function tryFocus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Starts restoring the focus near its last position when the focused element has been removed or hidden. */
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
