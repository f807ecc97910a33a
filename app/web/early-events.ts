// What somebody does before the page's data are decoded. React answers a click or a key by bringing the page to life at
// once, but RemixBrowser suspends until then, above every boundary: React gives up ("Root did not complete", error 345),
// and the page stays dead. Until it can, it does not hear of them; the browser follows links and sends forms by itself.

/** The events for which React hydrates at once. */
const events = [
  ...["pointerdown", "pointerup", "pointercancel", "mousedown", "mouseup", "click", "auxclick", "dblclick"],
  ...["contextmenu", "touchstart", "touchend", "touchcancel", "dragstart", "dragend", "drop"],
  ...["keydown", "keypress", "keyup", "beforeinput", "input", "textInput", "change", "reset", "submit"],
  ...["compositionstart", "compositionend", "copy", "cut", "paste"],
];

let held = false;

const withhold = (event: Event) => event.stopImmediatePropagation();

/** Before hydration begins. The window hears an event before the document does, where React listens. */
export function holdEarlyEvents(): void {
  held = true;
  for (const name of events) window.addEventListener(name, withhold, { capture: true });
}

/** As soon as a route is rendered: nothing suspends above it any more. */
export function heedEvents(): void {
  if (!held) return;
  held = false;
  for (const name of events) window.removeEventListener(name, withhold, { capture: true });
}
