import type { ImportStatus, RowOutcome } from "~/domain/imports/import-run";

/** What is said of an outcome: after the end of an import nothing is to be created any more. */
export const outcomeWord = (outcome: RowOutcome, status: ImportStatus): RowOutcome | "left" =>
  outcome === "ready" && status === "cancelled" ? "left" : outcome;
