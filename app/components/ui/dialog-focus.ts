/** Returns the dialog that holds the focus; undefined if none does. */
export const dialogInFront = () =>
  [...document.querySelectorAll<HTMLElement>("[aria-modal=true]")].findLast((one) => !one.closest("[inert]"));

// The heading is marked too, for the time before JavaScript runs.
const MARKED = "[data-autofocus], [autofocus]:not(h2)";

/** Returns the marked element of a dialog if it is in view without scrolling. */
export function markedIn(dialog: HTMLElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>(MARKED);
  // Of tall content the beginning is enough.
  const isInView = marked && marked.getBoundingClientRect().top + Math.min(marked.offsetHeight, 64) <= innerHeight;
  return isInView ? marked : null;
}

/**
 * Focuses the start of a dialog: the marked element, else the first field, else the dialog itself. A tall dialog whose
 * marked element is out of view is focused itself, so that it is read from its top and no key does anything.
 */
export function focusInto(dialog: HTMLElement): void {
  // On touch screens the keyboard would immediately cover half of the dialog.
  const hasKeys = window.matchMedia("(pointer: fine)").matches && !dialog.querySelector(MARKED);
  const start = markedIn(dialog) ?? (hasKeys ? firstField(dialog) : null) ?? dialog;
  start.focus({ preventScroll: true });
}

/** Returns the first field; in a group of radio buttons, the checked one. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const first = dialog.querySelector<HTMLInputElement>(
    "form :is(input:not([type=hidden]), select, textarea):not(:disabled)",
  );
  if (first?.type !== "radio") return first;
  const choices = [...dialog.querySelectorAll<HTMLInputElement>("form input[type=radio]:checked")];
  return choices.find(({ form, name }) => form === first.form && name === first.name) ?? first;
}
