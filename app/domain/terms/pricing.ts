import type { Day } from "../shared/dates";
import { percentOf, sum, type Money } from "../shared/money";

/** From this won volume on, this percentage. */
export interface Tier {
  /** Minor units of the terms' currency. */
  from: number;
  /** Basis points; 1250 is 12.5 %. */
  rateBp: number;
}

/** The part of an affiliate's terms that decides what a deal pays. */
export interface PricingTerms {
  id: string;
  version: number;
  startDate: Day;
  /** Basis points; 1250 is 12.5 %. */
  revShareBp: number | null;
  /** Minor units of `currency`. */
  fixedAmount: number | null;
  /** Ascending, the first from 0. They stand alone: with tiers the other two are null. */
  tiers: Tier[] | null;
  currency: string;
}

/** A deal as far as it decides its commission. */
export interface PricedDeal {
  /** What the rule is applied to: the amount, or of a recurring deal the monthly revenue. Minor units. */
  base: Money;
  /** Whether the commission is due once or every month. */
  per: "deal" | "month";
  /** What the whole deal is worth, of a recurring one monthly revenue × months. Minor units of the base's currency. */
  total: number;
  /** The calendar year of the close date. */
  year: number;
}

/** What an affiliate has won in a calendar year, in one currency. */
export interface WonVolume extends Money {
  year: number;
}

/** How a tier was reached. All amounts in minor units of `currency`, the terms'. */
export interface TierTrace {
  currency: string;
  year: number;
  /** Won in the year without the deal. */
  before: number;
  /** What the deal adds; 0 when it is in another currency. */
  adds: number;
  /** The two together. */
  reached: number;
  tier: Tier;
  next: Tier | null;
}

/**
 * How a commission was calculated. It is stored with the deal, so the explanation stays when terms change. `unknown`:
 * what is stored cannot be read (stored-trace.ts).
 */
export interface CommissionTrace extends Pick<PricedDeal, "base" | "per"> {
  rule: "fixed" | "percentage" | "tiered" | "none" | "unknown";
  terms: { id: string; version: number; startDate: Day } | null;
  /** The percentage that was applied: the terms' own or the reached tier's. */
  revShareBp: number | null;
  fixedAmount: number | null;
  /** The percentage that stands beside the fixed amount in the terms and does not count. */
  outweighedBp?: number | undefined;
  /** With the rule "tiered" only. */
  tiered?: TierTrace | undefined;
  rounding: "half_up";
  result: Money;
}

/**
 * The commission of a deal (LEAD-07): the terms' fixed amount if there is one, else the percentage of the base, else 0;
 * of tiered terms (AFF-09) the percentage of the tier that the year's volume has reached with this deal. A fixed amount
 * is owed in the terms' currency, a percentage in the deal's: amounts are never converted. Percentages round half up to
 * the minor unit. `won` is what the affiliate has won without this deal; only tiers ask for it.
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

/** Whether the result was rounded. */
export function wasRounded({ base, revShareBp }: CommissionTrace): boolean {
  return revShareBp !== null && (BigInt(base.amount) * BigInt(revShareBp)) % 10_000n !== 0n;
}

/** Whether a fixed amount is more than the deal brings in, once or every month. Currencies are never compared. */
export function exceedsBase({ rule, base, result }: CommissionTrace): boolean {
  return rule === "fixed" && base.currency === result.currency && result.amount > base.amount;
}

/** The tier that the volume reaches together with the deal; a deal in another currency adds nothing to it. */
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
  if (!tier) throw new RangeError("Tiers begin at 0");
  return { currency, year, before, adds, reached, tier, next: tiers[tiers.indexOf(tier) + 1] ?? null };
}
