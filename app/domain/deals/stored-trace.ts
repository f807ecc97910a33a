import { z } from "zod";
import type { Log } from "../shared/scope";
import { boundedText, storedDay } from "../shared/fields";
import { fromDatabase, type Money } from "../shared/money";
import type { CommissionTrace } from "../terms/pricing";

const money = z.object({ amount: z.int(), currency: boundedText(100) });
const tier = z.object({ from: z.int(), rateBp: z.int() });

const storedTrace: z.ZodType<CommissionTrace> = z.object({
  rule: z.enum(["fixed", "percentage", "tiered", "none"]),
  base: money,
  per: z.enum(["deal", "month"]),
  terms: z.object({ id: z.uuid(), version: z.int(), startDate: storedDay }).nullable(),
  revShareBp: z.int().nullable(),
  fixedAmount: z.int().nullable(),
  outweighedBp: z.int().optional(),
  tiered: z
    .object({
      currency: boundedText(100),
      year: z.int(),
      before: z.int(),
      adds: z.int(),
      reached: z.int(),
      tier,
      next: tier.nullable(),
    })
    .optional(),
  rounding: z.literal("half_up"),
  result: money,
});

/** The columns of a deal that concern its commission. */
interface StoredDeal {
  id: string;
  commissionTrace: unknown;
  commission: Money;
}

/**
 * Parses a stored commission trace. An unreadable trace is logged and replaced by one with the rule "unknown" and the
 * deal's own commission, so that a list still shows the deal and its amount.
 */
export function readTrace({ id, commissionTrace, commission }: StoredDeal, log: Log): CommissionTrace {
  const { success, data, error } = storedTrace.safeParse(commissionTrace);
  if (success) return data;
  log.error({ err: error, deal_id: id }, "commission trace rejected: invalid format");
  return {
    rule: "unknown",
    base: commission,
    per: "deal",
    terms: null,
    revShareBp: null,
    fixedAmount: null,
    rounding: "half_up",
    result: commission,
  };
}

/** Parses the trace of a row of the table `deal`; see {@link readTrace}. */
export const traceOfDeal = (
  deal: { id: string; commissionTrace: unknown; commissionAmount: bigint; commissionCurrency: string },
  log: Log,
): CommissionTrace => {
  const commission = { amount: fromDatabase(deal.commissionAmount), currency: deal.commissionCurrency };
  return readTrace({ ...deal, commission }, log);
};
