const name = "single_keys";

/** Whether single-key shortcuts (/ and ?) are on in this browser. They are on by default. */
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
    // Without storage the choice is not kept.
  }
}
