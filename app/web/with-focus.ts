/**
 * The address of the next page, with the control that a posted form asks to go on with (next-focus.tsx). Browsers focus what
 * the end of an address names.
 */
export function withFocus(to: string, form: FormData): string {
  const id = form.get("focus");
  return typeof id === "string" && /^[\w-]{1,60}$/.test(id) ? `${to}#${id}` : to;
}
