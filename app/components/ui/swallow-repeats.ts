/** The second click of a double click comes within this time of the first. */
export const REPEAT_MS = 600;
/** Operating systems allow a longer interval, up to about this. Then the browser reports a double click. */
const SLOWEST_REPEAT_MS = 1_200;
/** How far the pointer may move between the clicks. Targets are 40 px high. */
const NEAR_PX = 24;

/** The click that another one may repeat. */
let last: MouseEvent | null = null;
let listens = false;

/**
 * Ignores a repeated pointer click at the same position, because another element may have moved there meanwhile. The
 * keyboard and clicks at other positions work immediately. A key press in between, such as Escape to close what the
 * first click opened, makes the second click count.
 */
export function swallowRepeats(first: MouseEvent): void {
  if (first.detail === 0) return;
  if (!listens) {
    listens = true;
    for (const kind of ["pointerdown", "mousedown", "click"] as const) {
      window.addEventListener(kind, swallow, { capture: true });
    }
    window.addEventListener("keydown", () => (last = null), { capture: true });
  }
  last = first;
}

function swallow(event: MouseEvent) {
  if (!last || (event.type === "click" && event.detail === 0)) return;
  // The time of the click itself. Handlers run later while the page is busy with the first click.
  const passed = event.timeStamp - last.timeStamp;
  const isRepeat = passed < REPEAT_MS || (event.detail > 1 && passed < SLOWEST_REPEAT_MS);
  const isNear = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR_PX;
  if (!isRepeat || !isNear) return;
  event.preventDefault();
  event.stopPropagation();
}
