import api from "./api.json";
import datev from "./datev.json";
import invoices from "./invoices.json";
import reclaims from "./reclaims.json";
import reports from "./reports.json";
import runs from "./runs.json";
import shortcuts from "./shortcuts.json";

/** Texts of pages about payouts, of reports, API keys and the list of shortcuts, which other pages do not load. */
export default { api, datev, invoices, reclaims, reports, runs, shortcuts };
