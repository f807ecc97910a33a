/** The text typed between opening the command menu and its field receiving the focus. */
export interface TypedAhead {
  /** Stops buffering and returns the text; empty the second time. */
  end(): string;
}

/** Returns true if a key writes a character. On Windows AltGr, which many letters need, reports Control and Alt. */
const isText = (event: KeyboardEvent) =>
  [...event.key].length === 1 &&
  ((!event.ctrlKey && !event.metaKey && !event.altKey) || event.getModifierState("AltGraph"));

/**
 * Buffers the letters typed while the menu is loaded; nothing else on the page gets them. Enter calls `onEnter` with
 * the text, Escape calls `onEscape`; both stop buffering.
 */
export function keepTyped(onEnter: (text: string) => void, onEscape: () => void): TypedAhead {
  let text = "";
  const end = () => {
    removeEventListener("keydown", onKeyDown, { capture: true });
    const kept = text;
    text = "";
    return kept;
  };
  function onKeyDown(event: KeyboardEvent) {
    // A word in composition stays where it began: in the field of the top bar, which is read later.
    if (event.isComposing) return;
    if (event.key === "Enter") onEnter(end());
    else if (event.key === "Escape") onEscape();
    else if (event.key === "Backspace" && text) text = [...text].slice(0, -1).join("");
    else if (isText(event)) text += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  // Before every other listener: "/" and "?" are letters here.
  addEventListener("keydown", onKeyDown, { capture: true });
  return { end };
}
