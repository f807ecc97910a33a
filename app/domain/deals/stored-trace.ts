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

/** A deal as the database returns it, as far as its commission is concerned. */
interface StoredDeal {
  id: string;
  commissionTrace: unknown;
  commission: Money;
}

/**
 * How the commission of a deal came about, as the database returns it. What cannot be read is logged and becomes a
 * trace with the rule "unknown" and the deal's own commission, so that a list shows the deal and its amount all the
 * same.
 */
export function readTrace({ id, commissionTrace, commission }: StoredDeal, log: Log): CommissionTrace {
  const { success, data, error } = storedTrace.safeParse(commissionTrace);
  if (success) return data;
  log.error({ err: error, deal_id: id }, "the stored trace of a commission cannot be read");
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

/** {@link readTrace} of a row of the table `deal`. */
export const traceOfDeal = (
  deal: { id: string; commissionTrace: unknown; commissionAmount: bigint; commissionCurrency: string },
  log: Log,
): CommissionTrace => {
  const commission = { amount: fromDatabase(deal.commissionAmount), currency: deal.commissionCurrency };
  return readTrace({ ...deal, commission }, log);
};
