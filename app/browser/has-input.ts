export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const FIELDS = "input, textarea, select";

/** Returns true if a field's value differs from the page's initial one. */
export function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected && option.defaultSelected);
  if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type))
    return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Returns true if removing a part of the page would lose input: changed fields, or restored values. */
export function hasInput(part: ParentNode): boolean {
  if (part.querySelector("[data-restored]")) return true;
  return [...part.querySelectorAll<Field>(FIELDS)].some(isTouched);
}

/** Returns true if the user is filling in a form that is posted: one of its fields is changed, or has the focus. */
export function isFillingIn(page: Document): boolean {
  const { activeElement } = page;
  return [...page.forms].some(
    (form) =>
      form.method === "post" &&
      (hasInput(form) ||
        [...form.elements].some((field) => field === activeElement && field.matches(FIELDS)) ||
        // Fields outside the form that name it.
        [...form.elements].some((field) => field.matches(FIELDS) && isTouched(field as Field))),
  );
}
