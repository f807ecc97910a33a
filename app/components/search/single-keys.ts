const name = "single_keys";

/** Whether shortcuts of a single key (/ and ?) are wanted in this browser; they are unless switched off. */
export function singleKeysWanted(): boolean {
  try {
    return window.localStorage.getItem(name) !== "off";
  } catch {
    return true;
  }
}

/** Remembers the choice, where the browser lets us. */
export function wantSingleKeys(wanted: boolean): void {
  try {
    window.localStorage.setItem(name, wanted ? "on" : "off");
  } catch {
    // Without storage they stay as they are.
  }
}
