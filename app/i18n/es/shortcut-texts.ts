import shortcuts from "./shortcuts.json";

/** Texts of the list of shortcuts, which no page loads. */
export default { shortcuts };
