import closing from "./closing.json";

/** Texts of closing an organization, which other pages do not load. */
export default { closing };
