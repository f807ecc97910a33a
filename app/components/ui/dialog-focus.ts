/** Returns the dialog that holds the focus; undefined if none does. */
export const dialogInFront = () =>
  [...document.querySelectorAll<HTMLElement>("[aria-modal=true]")].findLast((one) => !one.closest("[inert]"));

/** Focuses the start of a dialog: the marked element, else the first field, else the dialog itself. */
export function focusInto(dialog: HTMLElement): void {
  // The heading is marked too, for the time before JavaScript runs.
  const marked = dialog.querySelector<HTMLElement>("[data-autofocus], [autofocus]:not(h2)");
  // On touch screens the keyboard would immediately cover half of the dialog.
  const field = window.matchMedia("(pointer: fine)").matches ? firstField(dialog) : null;
  (marked ?? field ?? dialog).focus({ preventScroll: true });
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
