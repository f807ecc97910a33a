export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const FIELDS = "input, textarea, select";

/** Whether a field has another value than the page came with. */
export function isTouched(field: Field): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some((option) => option.selected !== option.defaultSelected && option.defaultSelected);
  if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type))
    return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** Whether something would be lost with a part of the page: touched fields, or what was restored into them. */
export function hasInput(part: ParentNode): boolean {
  if (part.querySelector("[data-restored]")) return true;
  return [...part.querySelectorAll<Field>(FIELDS)].some(isTouched);
}

/** Whether somebody is filling in a form that is posted: one of its fields is touched, or has the focus. */
export function isFillingIn(page: Document): boolean {
  const { activeElement } = page;
  return [...page.forms].some(
    (form) =>
      form.method === "post" &&
      (hasInput(form) ||
        [...form.elements].some((field) => field === activeElement && field.matches(FIELDS)) ||
        // Fields that stand elsewhere and name the form.
        [...form.elements].some((field) => field.matches(FIELDS) && isTouched(field as Field))),
  );
}
