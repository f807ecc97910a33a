import { dayFromDate, type Day } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { cadences } from "./term.schema";

export interface TermView {
  id: string;
  version: number;
  active: boolean;
  cadence: (typeof cadences)[number];
  revShareBp: number | null;
  fixedAmount: number | null;
  currency: string;
  startDate: Day;
}

/** An affiliate's terms, newest first; the active one is the one with `active`. */
export async function listTerms(scope: Scope, affiliateId: string): Promise<TermView[]> {
  const terms = await scope.db.affiliateTerm.findMany({
    where: { affiliateId },
    orderBy: { version: "desc" },
  });
  return terms.map((term) => ({
    id: term.id,
    version: term.version,
    active: term.status === "active",
    cadence: term.cadence as TermView["cadence"],
    revShareBp: term.revShareBp,
    fixedAmount: term.fixedAmount === null ? null : fromDatabase(term.fixedAmount),
    currency: term.currency,
    startDate: dayFromDate(term.startDate),
  }));
}
