import reports from "./reports.json";

/** Texts of the reports, which other pages do not load. */
export default { reports };
