import { readTallies, totalOf } from "../reports/tallies.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** How many monthly payments are due: their month has begun and they are not paid. Throws `forbidden`. */
export async function countDue(scope: Scope): Promise<number> {
  requireStaff(scope);
  const tallies = await readTallies(scope, ["monthly"]);
  return totalOf(tallies.filter(({ state, begun }) => state === "pending" && begun)).count;
}
