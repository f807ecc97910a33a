import { day, yearOf, type Day } from "../shared/dates";

/** Years for which documents are kept after the year of their issue (§ 14b (1) UStG). */
export const YEARS_KEPT = 8;

/** Returns the last day on which a document has to be kept. */
export const keptUntil = (issuedOn: Day): Day => day(`${yearOf(issuedOn) + YEARS_KEPT}-12-31`);
