import { isDay } from "../shared/dates";
import { collectRows, readCursor } from "../shared/page";
import type { Scope } from "../shared/scope";
import { MAX_AT_ONCE, type CommissionFacts } from "./commission";
import { facts, readCommissions, type CommissionsWanted } from "./read-commissions.server";

/**
 * Reads the commissions for one action, at most one more than it may take. The earliest day is first, or with "desc"
 * the latest.
 */
export function readForAction(
  scope: Scope,
  wanted: CommissionsWanted,
  direction: "asc" | "desc" = "asc",
): Promise<CommissionFacts[]> {
  const first = readCursor({}, direction, isDay, MAX_AT_ONCE);
  return collectRows<CommissionFacts>((each) => readCommissions(scope, wanted, first, facts, each));
}
