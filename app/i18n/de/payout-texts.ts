import datev from "./datev.json";
import invoices from "./invoices.json";
import reclaims from "./reclaims.json";
import runs from "./runs.json";

/** Texts of the pages about payouts, which other pages do not load. */
export default { datev, invoices, reclaims, runs };
