/**
 * Returns the address of the next page with a fragment: the control that a posted form named for the focus
 * (next-focus.tsx). Browsers move the focus to the element that the fragment names.
 */
export function withFocus(to: string, form: FormData): string {
  const id = form.get("focus") ?? buttonAfter(form);
  return typeof id === "string" && /^[\w-]{1,60}$/.test(id) ? `${to}#${id}` : to;
}

/** Returns the button of the row after the paid one, or of the one before it, in a list with one form for all rows. */
function buttonAfter(form: FormData): string | null {
  const rows = form.get("rows");
  if (typeof rows !== "string") return null;
  const ids = rows.split(" ");
  const place = ids.indexOf(String(form.get("deal_id") ?? form.get("id")));
  const next = place < 0 ? undefined : (ids[place + 1] ?? ids[place - 1]);
  return next ? `pay-${next}` : "main";
}
