import { FIELDS, isTouched, type Field } from "./has-input";

/**
 * Repeats the events of fields that were changed before hydration. Code that follows a field by its events (conform,
 * previews, filters, row selection) then knows its value. Call it when all components listen. Code that stores values
 * on events must read `input`, which React always passes on. React hides a `change` of a text field or checkbox whose
 * value it already knows.
 */
export function repeatEarlyInput(page: ParentNode): void {
  const touched = [...page.querySelectorAll<Field>(FIELDS)].filter(isTouchedEarly);
  // One event type after the other: React may render after a change, and would untick boxes that it does not know yet.
  for (const type of ["input", "change"])
    for (const field of touched) field.dispatchEvent(new Event(type, { bubbles: true }));
}

function isTouchedEarly(field: Field): boolean {
  // The checked radio button of the group sends the event.
  if (field instanceof HTMLInputElement && field.type === "radio" && !field.checked) return false;
  // The server's page may select no option; the browser then starts with the first.
  if (field instanceof HTMLSelectElement && ![...field.options].some((one) => one.defaultSelected))
    return field.selectedIndex > 0;
  return isTouched(field);
}
