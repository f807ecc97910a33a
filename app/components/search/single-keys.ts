const name = "single_keys";

/** Returns true if single-key shortcuts (/ and ?) are enabled in this browser. They are by default. */
export function singleKeysWanted(): boolean {
  try {
    return window.localStorage.getItem(name) !== "off";
  } catch {
    return true;
  }
}

/** Stores the choice in the browser if storage is allowed. */
export function wantSingleKeys(wanted: boolean): void {
  try {
    window.localStorage.setItem(name, wanted ? "on" : "off");
  } catch {
    // Without storage the choice is lost.
  }
}
