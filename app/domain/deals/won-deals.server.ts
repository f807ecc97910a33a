import type { Prisma } from "#prisma";
import type { LeadFilter } from "../leads/lead-filter";

/**
 * The deals that count as won, as a condition of Prisma: `isWon` of sums-of-period.server.ts, for the lists behind the
 * figures.
 */
const wonDeals = {
  OR: [{ endedAmount: null }, { endedAmount: { gt: 0 } }],
} satisfies Prisma.DealWhereInput;

/** The deals that a filter chooses, as a condition of Prisma. It says nothing of what there is to pay. */
export function chosenDeals({ deals }: LeadFilter): Prisma.DealWhereInput {
  if (deals === "won") return wonDeals;
  return deals === "owed_back" ? { claims: { some: {} } } : {};
}
