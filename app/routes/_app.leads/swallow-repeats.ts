/** The second click of a double click comes within this time of the first. */
const REPEAT_MS = 600;
/** Systems can be told to wait longer for it, up to about this; then the browser still counts the two clicks as one. */
const SLOWEST_REPEAT_MS = 1_200;
/** A hand does not hold still; a target is 40 px high. */
const NEAR_PX = 24;

let last: MouseEvent | undefined;

/**
 * After a click by pointer its repetition is swallowed, wherever it lands: what was clicked may have moved away, and what
 * slid under the pointer was not meant. The keyboard, and clicks elsewhere, work at once.
 */
export function swallowRepeats(first: MouseEvent): void {
  if (first.detail === 0) return;
  if (!last) {
    for (const kind of ["pointerdown", "mousedown", "click"] as const) {
      window.addEventListener(kind, swallow, { capture: true });
    }
  }
  last = first;
}

function swallow(event: MouseEvent) {
  if (!last || (event.type === "click" && event.detail === 0)) return;
  // When the hand moved, not when the page came to hear of it: that is later while it is busy with the first click.
  const passed = event.timeStamp - last.timeStamp;
  const isRepeat = passed < REPEAT_MS || (event.detail > 1 && passed < SLOWEST_REPEAT_MS);
  const isNear = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR_PX;
  if (!isRepeat || !isNear) return;
  event.preventDefault();
  event.stopPropagation();
}
