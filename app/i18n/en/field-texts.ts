import fields from "./fields.json";

/** Texts of own fields, which the lists of leads do not load. */
export default { fields };
