// Where the focus goes when a card is moved. Ids: "lead-<id>" is a card's link, "column-<status>" a column's heading.

/** Places for the focus, best first: the card itself wherever it goes, the one after it, the one before, the heading. */
export function focusTarget(form: HTMLFormElement): string[] {
  if (!form.contains(document.activeElement)) return [];
  const card = form.closest("li");
  const ids = [card, card?.nextElementSibling, card?.previousElementSibling].map(
    (item) => item?.querySelector("[id^=lead-]")?.id,
  );
  const column = form.closest("section")?.querySelector("[id^=column-]")?.id;
  return [...ids, column].filter((id) => id !== undefined);
}

/** Puts the focus back if it is nowhere. */
export function keepFocus(ids: readonly string[]): void {
  if (ids.length === 0 || (document.activeElement && document.activeElement !== document.body)) return;
  const place = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
  place?.focus({ preventScroll: true });
}
