import api from "./api.json";
import datev from "./datev.json";
import invoices from "./invoices.json";
import reclaims from "./reclaims.json";
import runs from "./runs.json";
import shortcuts from "./shortcuts.json";

/** Texts of pages about payouts, of API keys and the list of shortcuts, which other pages do not load. */
export default { api, datev, invoices, reclaims, runs, shortcuts };
