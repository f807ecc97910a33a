/** Copies a text to the clipboard; falls back to a selection where the clipboard needs https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const holder = document.createElement("textarea");
    holder.value = text;
    holder.className = "sr-only";
    // Inside an open dialog everything else is inert and could not be selected.
    (document.activeElement?.parentElement ?? document.body).append(holder);
    const focused = document.activeElement;
    holder.select();
    const done = document.execCommand("copy");
    holder.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}
