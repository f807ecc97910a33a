import type { Day } from "../shared/dates";
import { percentOf, sum, type Money } from "../shared/money";

/** A percentage that applies from a won volume on. */
export interface Tier {
  /** Minor units of the terms' currency. */
  from: number;
  /** Basis points; 1250 is 12.5 %. */
  rateBp: number;
}

/** The part of an affiliate's terms that determines a commission. */
export interface PricingTerms {
  id: string;
  version: number;
  startDate: Day;
  /** Basis points; 1250 is 12.5 %. */
  revShareBp: number | null;
  /** Minor units of `currency`. */
  fixedAmount: number | null;
  /** Ascending, the first from 0. With tiers, percentage and fixed amount are null. */
  tiers: Tier[] | null;
  currency: string;
}

/** The part of a deal that determines its commission. */
export interface PricedDeal {
  /** Basis of the rule: the amount, or the monthly revenue of a recurring deal. Minor units. */
  base: Money;
  /** Whether the commission is due once or every month. */
  per: "deal" | "month";
  /** Worth of the whole deal, monthly revenue × months for a recurring one. Minor units of the base's currency. */
  total: number;
  /** Calendar year of the close date. */
  year: number;
}

/** What an affiliate has won in a calendar year, in one currency. */
export interface WonVolume extends Money {
  year: number;
}

/** How a tier was reached. All amounts are in minor units of `currency`, which is the currency of the terms. */
export interface TierTrace {
  currency: string;
  year: number;
  /** Won volume of the year without the deal. */
  before: number;
  /** What the deal adds; 0 if it is in another currency. */
  adds: number;
  /** Sum of both. */
  reached: number;
  tier: Tier;
  next: Tier | null;
}

/**
 * Explains how a commission was calculated. It is stored with the deal, so it stays when the terms change. `unknown`:
 * the stored trace is unreadable (stored-trace.ts).
 */
export interface CommissionTrace extends Pick<PricedDeal, "base" | "per"> {
  rule: "fixed" | "percentage" | "tiered" | "none" | "unknown";
  terms: { id: string; version: number; startDate: Day } | null;
  /** The applied percentage, from the terms or the reached tier. */
  revShareBp: number | null;
  fixedAmount: number | null;
  /** The percentage in the terms that does not count because of the fixed amount. */
  outweighedBp?: number | undefined;
  /** Only for the rule "tiered". */
  tiered?: TierTrace | undefined;
  rounding: "half_up";
  result: Money;
}

/**
 * Calculates the commission of a deal (LEAD-07): the fixed amount of the terms if they have one, else the percentage of
 * the base, else 0. Tiered terms (AFF-09) apply the percentage of the tier that the year's volume reaches with this
 * deal. A fixed amount is in the currency of the terms, a percentage in the currency of the deal; amounts are never
 * converted. Percentages round half up to the minor unit. `won` is the affiliate's won volume without this deal; only
 * tiers need it.
 */
export function priceCommission(
  deal: PricedDeal,
  terms: PricingTerms | null,
  won: readonly WonVolume[] = [],
): CommissionTrace {
  const { base, per } = deal;
  const trace = (rule: CommissionTrace["rule"], result: Money): CommissionTrace => ({
    rule,
    base,
    per,
    terms: terms && { id: terms.id, version: terms.version, startDate: terms.startDate },
    revShareBp: null,
    fixedAmount: null,
    rounding: "half_up",
    result,
  });
  const share = (bp: number): Money => ({ amount: percentOf(base.amount, bp), currency: base.currency });

  if (terms?.tiers) {
    const tiered = reachTier(deal, terms.tiers, terms.currency, won);
    const { rateBp } = tiered.tier;
    return { ...trace("tiered", share(rateBp)), revShareBp: rateBp, tiered };
  }
  if (terms?.fixedAmount != null) {
    const { fixedAmount, currency } = terms;
    const outweighed = terms.revShareBp === null ? {} : { outweighedBp: terms.revShareBp };
    return { ...trace("fixed", { amount: fixedAmount, currency }), fixedAmount, ...outweighed };
  }
  if (terms?.revShareBp != null) {
    return { ...trace("percentage", share(terms.revShareBp)), revShareBp: terms.revShareBp };
  }
  return trace("none", { amount: 0, currency: base.currency });
}

export function wasRounded({ base, revShareBp }: CommissionTrace): boolean {
  return revShareBp !== null && (BigInt(base.amount) * BigInt(revShareBp)) % 10_000n !== 0n;
}

/**
 * Returns whether a fixed amount exceeds the revenue of the deal, once or per month. Different currencies are never
 * compared.
 */
export function exceedsBase({ rule, base, result }: CommissionTrace): boolean {
  return rule === "fixed" && base.currency === result.currency && result.amount > base.amount;
}

/** Finds the tier that the volume reaches with the deal. A deal in another currency adds nothing to the volume. */
function reachTier(
  { base, total, year }: PricedDeal,
  tiers: Tier[],
  currency: string,
  won: readonly WonVolume[],
): TierTrace {
  const counts = won.filter((one) => one.year === year && one.currency === currency);
  const before = sum(counts.map((one) => one.amount));
  const adds = base.currency === currency ? total : 0;
  const reached = sum([before, adds]);
  const tier = tiers.findLast((one) => one.from <= reached);
  if (!tier) throw new RangeError("the first tier does not begin at 0");
  return { currency, year, before, adds, reached, tier, next: tiers[tiers.indexOf(tier) + 1] ?? null };
}
