import { z } from "zod";
import type { CommissionTrace, TierTrace } from "~/domain/terms/pricing";
import { boundedText } from "~/domain/shared/fields";
import { toDecimal, toPercentText, type Money } from "~/domain/shared/money";
import { about } from "./texts.server";

// Shapes of records in responses. Amounts and percentages are decimal texts, because a JSON number may be read as a
// float.

export const id = z.uuid();
export const day = z.iso.date();
export const moment = z.iso.datetime();

type TextFields = Readonly<Record<string, { schema: z.ZodType<string | null> }>>;
type Answered<L extends TextFields> = {
  [N in keyof L]: null extends z.output<L[N]["schema"]> ? z.ZodNullable<z.ZodString> : z.ZodString;
};

/** Returns the response schema of a list of text fields; optional fields may be null. */
export function answered<L extends TextFields>(list: L): Answered<L> {
  const shape = Object.entries(list).map(([name, { schema }]) => [
    name,
    schema.safeParse(null).success ? z.string().nullable() : z.string(),
  ]);
  return Object.fromEntries(shape) as Answered<L>;
}
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

/** A longer text is neither an amount nor a percentage. */
const MAX_DECIMAL_LENGTH = 30;

/** An amount or a percentage in a request: digits, and a point before the decimals. */
export const sentDecimal = boundedText(MAX_DECIMAL_LENGTH).regex(/^\d+(\.\d+)?$/, "decimal_invalid");

/**
 * Converts a decimal text into what the form schemas read without a language. There, a point before three digits may
 * group thousands, but never after a leading zero (read-amount.ts).
 */
export const asTyped = (sent: string | undefined): string | undefined => (sent === undefined ? sent : `0${sent}`);

export const money = z
  .object({ amount: decimal.describe(about("amount")), currency: z.string() })
  .meta({ id: "Money" });

export const percent = decimal.describe(about("percent"));

export const explanation = z
  .object({
    rule: z.enum(["fixed", "percentage", "tiered", "none", "unknown"]),
    per: z.enum(["deal", "month"]),
    base: money.describe(about("base")),
    percentage: percent.nullable(),
    fixed_amount: money.nullable(),
    outweighed_percentage: percent.nullable().describe(about("outweighed")),
    tier: z
      .object({
        year: z.int(),
        won_before: money,
        deal_adds: money,
        won_reached: money,
        from: money,
        next_from: money.nullable(),
      })
      .nullable(),
    terms: z.object({ id, version: z.int(), start_date: day }).nullable(),
    rounding: z.literal("half_up"),
    result: money,
  })
  .meta({ id: "CommissionExplanation" });

/** Returns money as the API writes it. */
export const moneyOf = ({ amount, currency }: Money): z.output<typeof money> => ({
  amount: toDecimal(amount, currency),
  currency,
});

const percentOf = (basisPoints: number | null | undefined) => (basisPoints == null ? null : toPercentText(basisPoints));

/** Returns the stored explanation of a commission (COM-07). */
export function explanationOf(trace: CommissionTrace): z.output<typeof explanation> {
  const { rule, per, terms, tiered, result, fixedAmount } = trace;
  return {
    rule,
    per,
    base: moneyOf(trace.base),
    percentage: percentOf(trace.revShareBp),
    fixed_amount: fixedAmount === null ? null : moneyOf({ amount: fixedAmount, currency: result.currency }),
    outweighed_percentage: percentOf(trace.outweighedBp),
    tier: tiered ? tierOf(tiered) : null,
    terms: terms && { id: terms.id, version: terms.version, start_date: terms.startDate },
    rounding: trace.rounding,
    result: moneyOf(result),
  };
}

function tierOf({ year, before, adds, reached, tier, next, currency }: TierTrace) {
  const of = (amount: number) => moneyOf({ amount, currency });
  return {
    year,
    won_before: of(before),
    deal_adds: of(adds),
    won_reached: of(reached),
    from: of(tier.from),
    next_from: next && of(next.from),
  };
}
