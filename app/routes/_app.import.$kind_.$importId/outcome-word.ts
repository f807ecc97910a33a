import { outcomeText, type ImportKind, type ImportStatus, type RowOutcome } from "~/domain/imports/import-run";

/** Returns the outcomes a page shows, most important first: before an import was started, and after its end. */
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

/** Returns the text key of an outcome: after the end of an import no row is still to be created. */
export const outcomeWord = (
  outcome: RowOutcome,
  { kind, status }: { kind: ImportKind; status: ImportStatus },
): string => outcomeText(kind, outcome === "ready" && status === "cancelled" ? "left" : outcome);
