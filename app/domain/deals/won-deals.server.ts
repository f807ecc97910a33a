import type { Prisma } from "#prisma";
import type { LeadFilter } from "../leads/lead-filter";
import { sql } from "../shared/sql";

// Which deals count as won, and with what (decision 0054): one definition for figures and for the lists behind them.
// The triggers of the table `aggregate` count by the same rule.

/**
 * The deals of which something is left, as a condition of Prisma. One that ended and was worth nothing until then is
 * canceled.
 */
const wonDeals = {
  OR: [{ endedAmount: null }, { endedAmount: { gt: 0 } }],
} satisfies Prisma.DealWhereInput;

/** The same in SQL, of a deal `d`. */
export const isWon = sql`(d.ended_amount is null or d.ended_amount > 0)`;

/** What a deal `d` is worth, in minor units: its amount, or what it was worth until it ended. */
export const worthOf = sql`coalesce(d.ended_amount, d.amount)`;

/** The deals that a filter chooses, as a condition of Prisma. */
export function chosenDeals({ deals }: LeadFilter): Prisma.DealWhereInput {
  if (deals === "won") return wonDeals;
  return deals === "owed_back" ? { claims: { some: {} } } : {};
}
