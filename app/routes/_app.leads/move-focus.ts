// Where the focus goes when a card is moved. Ids: "lead-<id>" is a card's link, "column-<status>" a column's heading.

/**
 * Places for the focus after a form, that of a card or of a dialog, has moved a lead, best first: the card itself wherever it
 * goes, the one after it, the one before, the heading.
 */
export function focusTarget(form: HTMLFormElement, leadId: string): string[] {
  if (!form.contains(document.activeElement)) return [];
  const card = document.getElementById(`lead-${leadId}`)?.closest("li");
  const ids = [card, card?.nextElementSibling, card?.previousElementSibling].map(
    (item) => item?.querySelector("[id^=lead-]")?.id,
  );
  const column = card?.closest("section")?.querySelector("[id^=column-]")?.id;
  return [...ids, column].filter((id) => id !== undefined);
}

/** Puts the focus back if it is nowhere; a dialog that closes leaves it on the page as a whole when its opener is gone. */
export function keepFocus(ids: readonly string[]): void {
  const { activeElement } = document;
  const isSomewhere = activeElement && activeElement !== document.body && activeElement.id !== "main";
  if (ids.length === 0 || isSomewhere) return;
  const place = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
  place?.focus({ preventScroll: true });
}
