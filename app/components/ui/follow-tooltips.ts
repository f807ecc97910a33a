const HOVER_MS = 350;
/** Long enough to move the pointer from the control onto its tooltip. */
const LEAVE_MS = 150;
const GAP = 6;

type Tipped = { element: HTMLElement; text: string };

/** Returns true if an element has readable text: neither hidden nor only for screen readers. */
function showsText(element: Element): boolean {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const holder = texts.currentNode.parentElement;
    if (!texts.currentNode.nodeValue?.trim() || !holder || holder.closest("[aria-hidden=true]")) continue;
    if (holder.getBoundingClientRect().width > 1) return true;
  }
  return false;
}

/** Returns the screen reader text of a control without a label. */
function spokenText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  copy.querySelectorAll("[aria-hidden=true], [data-menu-panel]").forEach((part) => part.remove());
  return copy.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

/**
 * Returns the element with a tooltip, and its text. A title is converted, or the browser would show its own as well.
 */
function tippedAt(target: EventTarget | null): Tipped | null {
  const element =
    target instanceof Element ? target.closest<HTMLElement>("a, button, summary, [title], [data-tip]") : null;
  if (!element || element.closest("details[open]")?.firstElementChild === element) return null;
  if (element.title) {
    element.dataset["tip"] = element.title;
    element.removeAttribute("title");
  }
  const own = element.dataset["tip"];
  if (own) return { element, text: own };
  // The name of a narrow column, whose end is not shown. The link of a row is under the pointer everywhere in it.
  if (element.matches(".name-link") && element.scrollWidth > element.clientWidth)
    return { element, text: spokenText(element) };
  if (!element.matches("a, button, summary") || showsText(element)) return null;
  const text = element.ariaLabel ?? spokenText(element);
  return text ? { element, text } : null;
}

function place(panel: HTMLElement, element: HTMLElement) {
  const at = element.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = at.bottom + GAP + height <= window.innerHeight;
  const room = document.documentElement.clientWidth - width - GAP;
  const left = Math.max(GAP, Math.min(at.left + (at.width - width) / 2, room));
  Object.assign(panel.style, {
    inset: "auto",
    top: `${below ? at.bottom + GAP : at.top - height - GAP}px`,
    left: `${left}px`,
  });
}

/**
 * Shows the tooltip of the element under the pointer or with the keyboard focus. Escape closes only the tooltip, it can
 * be hovered itself, and it stays until pointer or focus leave (WCAG 1.4.13). Returns the function that stops it.
 */
export function followTooltips(panel: HTMLElement): () => void {
  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** An element that was pressed, or whose tooltip was dismissed: no tooltip until the pointer has left it. */
  let quiet: Element | null = null;
  let byKeyboard = false;
  /** Where the pointer last was, and whether something has appeared under it since. */
  let position = "";
  let isNew = false;

  const later = (run: () => void, delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  };
  const hide = () => {
    clearTimeout(timer);
    if (shown) panel.hidePopover();
    shown = null;
  };
  const show = ({ element, text }: Tipped) => {
    clearTimeout(timer);
    if (!element.isConnected) return;
    panel.textContent = text;
    if (!shown) panel.showPopover();
    place(panel, element);
    shown = element;
  };

  const silence = (element: Element | null) => {
    quiet = element?.matches(":hover") ? element : null;
    hide();
  };

  /** Returns false for an event without a movement: something has appeared under the pointer, or scrolled there. */
  const hasMoved = ({ screenX, screenY }: PointerEvent) => {
    const before = position;
    position = `${screenX} ${screenY}`;
    return position !== before;
  };
  const onPointerOver = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    isNew = !hasMoved(event);
    // A dialog that opens under the pointer has no tooltip, which would take its first Escape.
    if (isNew) return later(hide, LEAVE_MS);
    point(event);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!hasMoved(event) || !isNew) return;
    isNew = false;
    point(event);
  };
  const point = (event: PointerEvent) => {
    if (event.target instanceof Node && panel.contains(event.target)) return clearTimeout(timer);
    const tipped = tippedAt(event.target);
    if (quiet && !quiet.contains(event.target as Node)) quiet = null;
    if (!tipped || tipped.element === quiet) return later(hide, LEAVE_MS);
    if (tipped.element === shown) return clearTimeout(timer);
    later(() => show(tipped), shown ? 0 : HOVER_MS);
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    const tipped = byKeyboard ? tippedAt(target) : null;
    if (tipped) show(tipped);
    else hide();
  };
  const onPress = ({ target }: Event) => {
    silence(target instanceof Element ? target.closest("a, button, summary") : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    byKeyboard = event.key === "Tab" || event.key.startsWith("Arrow");
    if (event.key !== "Escape" || !shown) return;
    silence(shown);
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: Event) => {
    byKeyboard = false;
    onPress(event);
  };

  /** An element that scrolls away from under the pointer sends a leave event; one that stays gets its tooltip again. */
  const onScroll = () => {
    const tipped = shown && tippedAt(shown);
    if (!tipped) return;
    // The focus itself scrolls to its element.
    if (byKeyboard && tipped.element === document.activeElement) return show(tipped);
    hide();
    if (tipped.element.matches(":hover")) later(() => show(tipped), HOVER_MS);
  };

  const listeners = new AbortController();
  const options = { capture: true, passive: true, signal: listeners.signal };
  document.addEventListener("pointerover", onPointerOver, options);
  document.addEventListener("pointermove", onPointerMove, options);
  // Leaving the window. With capture it would fire for every element that is left.
  document.documentElement.addEventListener("pointerleave", hide, { signal: listeners.signal });
  document.addEventListener("focusin", onFocusIn, options);
  document.addEventListener("focusout", hide, options);
  document.addEventListener("pointerdown", onPointerDown, options);
  document.addEventListener("click", onPress, options);
  document.addEventListener("scroll", onScroll, options);
  window.addEventListener("resize", hide, options);
  // Before the dialog or menu that the key would close.
  window.addEventListener("keydown", onKeyDown, { capture: true, signal: listeners.signal });
  return () => {
    listeners.abort();
    hide();
  };
}
