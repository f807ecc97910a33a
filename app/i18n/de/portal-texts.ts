import portal from "./portal.json";

/** Texts of the portal, which staff screens do not load. */
export default { portal };
