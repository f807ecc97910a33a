import fields from "./fields.json";

export default { fields };
