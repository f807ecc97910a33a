/** What is typed between the wish for the command menu and the moment when its field has the focus. */
export interface TypedAhead {
  /** Ends the keeping and returns the text; empty the second time. */
  end(): string;
}

/** Whether a key writes something. AltGr, with which many letters are written, says Control and Alt on Windows. */
const isText = (event: KeyboardEvent) =>
  [...event.key].length === 1 &&
  ((!event.ctrlKey && !event.metaKey && !event.altKey) || event.getModifierState("AltGraph"));

/**
 * Keeps the letters that are typed while the menu is loaded; nothing on the page gets them. Enter calls `onEnter` with
 * the text, Escape `onEscape`; both end the keeping.
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
    // A word that is being composed goes on where it was begun: into the field of the top bar, which is read later.
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
