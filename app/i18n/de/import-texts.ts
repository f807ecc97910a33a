import imports from "./imports.json";

/** Texts of imports. */
export default { imports };
