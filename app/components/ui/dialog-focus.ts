/** The dialog that holds the focus now; undefined while none does. */
export const dialogInFront = () =>
  [...document.querySelectorAll<HTMLElement>("[aria-modal=true]")].findLast((one) => !one.closest("[inert]"));

/** Focuses what a dialog begins with: what is marked for it, else the first field, else the dialog itself. */
export function focusInto(dialog: HTMLElement): void {
  // The heading is marked too, for the time before JavaScript runs.
  const marked = dialog.querySelector<HTMLElement>("[data-autofocus], [autofocus]:not(h2)");
  // On touch screens the keyboard would cover half of the dialog at once.
  const field = window.matchMedia("(pointer: fine)").matches ? firstField(dialog) : null;
  (marked ?? field ?? dialog).focus({ preventScroll: true });
}

/** Of choices of which one is made already, it is that one. */
function firstField(dialog: HTMLElement): HTMLElement | null {
  const first = dialog.querySelector<HTMLInputElement>(
    "form :is(input:not([type=hidden]), select, textarea):not(:disabled)",
  );
  if (first?.type !== "radio") return first;
  const choices = [...dialog.querySelectorAll<HTMLInputElement>("form input[type=radio]:checked")];
  return choices.find(({ form, name }) => form === first.form && name === first.name) ?? first;
}
