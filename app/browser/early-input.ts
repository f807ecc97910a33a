import { FIELDS, isTouched, type Field } from "./has-input";

/**
 * Says once more what was typed and chosen before the page came alive: every touched field gets the events that it
 * would have had if it were touched now. So whatever follows a field by its events (conform, previews, filters, the
 * choice of rows) knows what the field shows and sends. Call it when everything on the page listens. Whoever keeps
 * something by events reads `input`, which React passes on in any case; it hides a `change` of a text or a box that it
 * finds changed already.
 */
export function repeatEarlyInput(page: ParentNode): void {
  const touched = [...page.querySelectorAll<Field>(FIELDS)].filter(isTouchedEarly);
  // One kind after the other: React may draw anew after a change, and would untick boxes that it has not heard of yet.
  for (const type of ["input", "change"])
    for (const field of touched) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function isTouchedEarly(field: Field): boolean {
  // The other one of the group says it.
  if (field instanceof HTMLInputElement && field.type === "radio" && !field.checked) return false;
  // The server's page may mark no option: then the browser has begun with the first.
  if (field instanceof HTMLSelectElement && ![...field.options].some((one) => one.defaultSelected))
    return field.selectedIndex > 0;
  return isTouched(field);
}
