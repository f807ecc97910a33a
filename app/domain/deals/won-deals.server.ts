import type { Prisma } from "#prisma";
import type { LeadFilter } from "../leads/lead-filter";

/**
 * The deals that count as won, as a Prisma condition for the lists behind the figures: `isWon` of
 * sums-of-period.server.ts.
 */
const wonDeals = {
  OR: [{ endedAmount: null }, { endedAmount: { gt: 0 } }],
} satisfies Prisma.DealWhereInput;

/** The deals of a filter, as a Prisma condition. It does not cover payments. */
export function chosenDeals({ deals }: LeadFilter): Prisma.DealWhereInput {
  if (deals === "won") return wonDeals;
  return deals === "owed_back" ? { claims: { some: { isOpen: true } } } : {};
}
