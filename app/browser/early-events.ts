// Holds back events before the page's data are decoded. On a click or a key press React hydrates immediately, but
// RemixBrowser suspends until the data arrive, above every boundary. React then fails ("Root did not complete", error
// 345) and never hydrates. Until then, links and forms work as in plain HTML.

/** The events for which React hydrates immediately. */
const events = [
  "pointerdown",
  "pointerup",
  "pointercancel",
  "mousedown",
  "mouseup",
  "click",
  "auxclick",
  "dblclick",
  "contextmenu",
  "touchstart",
  "touchend",
  "touchcancel",
  "dragstart",
  "dragend",
  "drop",
  "keydown",
  "keypress",
  "keyup",
  "beforeinput",
  "input",
  "textInput",
  "change",
  "reset",
  "submit",
  "compositionstart",
  "compositionend",
  "copy",
  "cut",
  "paste",
];

let held = false;

const withhold = (event: Event) => event.stopImmediatePropagation();

/** Call before hydration begins. Listeners on the window run before those on the document, where React listens. */
export function holdEarlyEvents(): void {
  held = true;
  for (const name of events) window.addEventListener(name, withhold, { capture: true });
}

/** Call when a route is rendered: nothing above it suspends from then on. */
export function releaseEarlyEvents(): void {
  if (!held) return;
  held = false;
  for (const name of events) window.removeEventListener(name, withhold, { capture: true });
}
