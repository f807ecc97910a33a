import batches from "./batches.json";

/** Texts of actions on several records, and of what they change. */
export default { batches };
