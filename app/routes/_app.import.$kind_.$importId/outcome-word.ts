import type { ImportStatus, RowOutcome } from "~/domain/imports/import-run";

/** The outcomes a page shows, the one that people look for first: before an import was begun, and after its end. */
export const shownOutcomes = (status: ImportStatus): readonly [RowOutcome, ...RowOutcome[]] =>
  status === "checked"
    ? ["ready", "wrong", "duplicate"]
    : [
        "created",
        ...(status === "undone" ? (["undone"] as const) : []),
        "wrong",
        "duplicate",
        ...(status === "cancelled" ? (["ready"] as const) : []),
      ];

/** What is said of an outcome: after the end of an import nothing is to be created any more. */
export const outcomeWord = (outcome: RowOutcome, status: ImportStatus): RowOutcome | "left" =>
  outcome === "ready" && status === "cancelled" ? "left" : outcome;
