import api from "./api.json";

/** Texts of API keys, which other pages do not load. */
export default { api };
