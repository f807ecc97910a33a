import { dropOn, titleOf } from "./card-moves";
import { openDock, type Dock } from "./dock";

/** How far a mouse moves before a press becomes a drag. */
const START_PX = 6;
/** How long a finger stays on a card before it lifts it. A shorter touch scrolls, a moving one too. */
const LONG_PRESS_MS = 350;
const SHAKY_PX = 10;
/** Near the top and the bottom of the window the page scrolls, by this much per frame. */
const EDGE_PX = 72;
const SCROLL_PX = 12;
const RETURN_MS = 150;

interface Press {
  card: HTMLElement;
  leadId: string;
  company: string;
  pointer: PointerEvent;
  /** Where the pointer is now. */
  at: { x: number; y: number };
  timer?: ReturnType<typeof setTimeout>;
}

interface Carried {
  dock: Dock;
  ghost: HTMLElement;
  frame: number;
}

/**
 * Lets a pointer drag the cards of a board: a mouse at once, a finger after a long press or by the grip. Returns the
 * function that ends it.
 */
export function carryCards(board: HTMLElement): () => void {
  let press: Press | null = null;
  let carried: Carried | null = null;

  function onPointerDown(event: PointerEvent) {
    const target = event.target as Element;
    const card = target.closest<HTMLElement>(".lead-card");
    if (!card || event.button !== 0 || !event.isPrimary || press) return;
    const grip = target.closest("[data-grip]");
    if (target.closest("button") && !grip) return;
    const title = titleOf(card);
    const at = { x: event.clientX, y: event.clientY };
    press = { card, leadId: title.id.slice("lead-".length), company: title.textContent ?? "", pointer: event, at };
    if (event.pointerType === "touch" && !grip) press.timer = setTimeout(lift, LONG_PRESS_MS);
  }

  function onPointerMove(event: PointerEvent) {
    if (!press || event.pointerId !== press.pointer.pointerId) return;
    press.at = { x: event.clientX, y: event.clientY };
    if (carried) return follow();
    const far = Math.hypot(event.clientX - press.pointer.clientX, event.clientY - press.pointer.clientY);
    if (press.timer) {
      if (far > SHAKY_PX) letGo();
    } else if (far > START_PX) lift();
  }

  function lift() {
    if (!press?.card.isConnected) return letGo();
    const { card, company } = press;
    const { left, top, width } = card.getBoundingClientRect();
    const ghost = card.cloneNode(true) as HTMLElement;
    for (const one of [ghost, ...ghost.querySelectorAll("[id], [aria-labelledby]")]) {
      one.removeAttribute("id");
      one.removeAttribute("aria-labelledby");
    }
    ghost.classList.add("board-ghost");
    ghost.inert = true;
    ghost.setAttribute("aria-hidden", "true");
    Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
    document.body.append(ghost);
    card.dataset["carried"] = "";
    document.documentElement.dataset["carrying"] = "";
    getSelection()?.removeAllRanges();
    if (press.pointer.pointerType === "touch") navigator.vibrate?.(10);
    carried = { dock: openDock(board, card, company), ghost, frame: requestAnimationFrame(scroll) };
    follow();
  }

  function follow() {
    if (!press || !carried) return;
    const { at, pointer } = press;
    carried.ghost.style.translate = `${at.x - pointer.clientX}px ${at.y - pointer.clientY}px`;
    carried.dock.light(document.elementFromPoint(at.x, at.y));
  }

  function scroll() {
    if (!press || !carried) return;
    const { y } = press.at;
    const step = y < EDGE_PX ? -SCROLL_PX : y > window.innerHeight - EDGE_PX ? SCROLL_PX : 0;
    const overDock = carried.dock.element.matches(":has([data-over])");
    if (step && !overDock) {
      window.scrollBy(0, step);
      follow();
    }
    carried.frame = requestAnimationFrame(scroll);
  }

  function onPointerUp(event: PointerEvent) {
    if (!press || event.pointerId !== press.pointer.pointerId) return;
    const { at, leadId, company } = press;
    const wasCarried = carried !== null;
    const place = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>("[data-drop]");
    const to = place && board.contains(place) ? place.dataset["drop"] : undefined;
    letGo(to !== undefined);
    if (!wasCarried) return;
    // Before the click of the mouse is ignored, because dropping clicks as well.
    if (to) dropOn(leadId, company, to);
    ignoreClick();
  }

  /** Ends a press. A card that is not dropped goes back to its place. */
  function letGo(dropped = false) {
    clearTimeout(press?.timer);
    const card = press?.card;
    const { dock, ghost, frame } = carried ?? {};
    press = carried = null;
    if (!ghost) return;
    cancelAnimationFrame(frame!);
    dock!.close();
    delete card?.dataset["carried"];
    delete document.documentElement.dataset["carrying"];
    const stays = !dropped && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!stays) return ghost.remove();
    const back = ghost.animate({ translate: "0 0" }, { duration: RETURN_MS, easing: "ease-out" });
    void back.finished.finally(() => ghost.remove());
  }

  const cancel = () => letGo();
  function onKeyDown(event: KeyboardEvent) {
    if (!carried || event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    ignoreClick();
    letGo();
  }
  // A long press would open the menu of a link, and the browser would drag links by itself.
  const onContextMenu = (event: Event) => carried && event.preventDefault();
  const onDragStart = (event: Event) => event.preventDefault();
  // Only a finger that carries a card does not scroll.
  const onTouchMove = (event: TouchEvent) => carried && event.cancelable && event.preventDefault();

  const all = new AbortController();
  const { signal } = all;
  board.addEventListener("pointerdown", onPointerDown, { signal });
  board.addEventListener("dragstart", onDragStart, { signal });
  board.addEventListener("touchmove", onTouchMove, { signal, passive: false });
  window.addEventListener("pointermove", onPointerMove, { signal });
  window.addEventListener("pointerup", onPointerUp, { signal });
  window.addEventListener("pointercancel", cancel, { signal });
  window.addEventListener("blur", cancel, { signal });
  window.addEventListener("contextmenu", onContextMenu, { signal });
  window.addEventListener("keydown", onKeyDown, { signal, capture: true });
  return () => {
    letGo();
    all.abort();
  };
}

/** Ignores the click that follows when the button of a mouse is released. */
function ignoreClick() {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", ignore, { capture: true }), 50);
}
