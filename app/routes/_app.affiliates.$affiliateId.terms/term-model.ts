import type { TermView } from "~/domain/terms/list-terms.server";
import type { termModels } from "~/domain/terms/term.schema";

/** The commission model follows from the amounts that are there; it is not stored. */
export function modelOf({ revShareBp, fixedAmount }: TermView): (typeof termModels)[number] {
  if (fixedAmount === null) return "rev_share";
  return revShareBp === null ? "fixed" : "both";
}
