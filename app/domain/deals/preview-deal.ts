import { readCurrency, resolveSharedSymbol } from "../shared/currency";
import { addMonths, contractEnd, LAST_DAY, parseDay, yearOf, type Day } from "../shared/dates";
import { times, type Money } from "../shared/money";
import { parseAmountInput } from "../shared/amount-problem";
import { priceCommission, type CommissionTrace, type PricingTerms, type WonVolume } from "../terms/pricing";

/** The Create Deal form as far as it is filled in. */
export interface DealEntry {
  deal_type?: string;
  currency?: string;
  amount?: string;
  close_date?: string;
  mrr?: string;
  contract_duration_months?: string;
  contract_start_date?: string;
}

export interface DealPreview {
  commission: CommissionTrace | null;
  /** Total of a recurring deal, monthly revenue × months. `end` is the day on which its contract ends. */
  total: Money | null;
  end: Day | null;
}

/** Settings that determine how the entry is read. */
export interface DealReader {
  /** How the user writes numbers; a BCP 47 tag. */
  locale: string;
  /** The organization's default currency; it resolves "$". */
  home: string;
}

/**
 * Calculates a deal during input. Values that are incomplete or ambiguous are null. `won` is the affiliate's won volume
 * without this deal; tiered terms need it, the deal's total and its date.
 */
export function previewDeal(
  entry: DealEntry,
  { locale, home }: DealReader,
  terms: PricingTerms | null,
  won: readonly WonVolume[] = [],
): DealPreview {
  const currency = resolveSharedSymbol(readCurrency(entry.currency ?? ""), home);
  const recurring = entry.deal_type === "recurring";
  const typed = (recurring ? entry.mrr : entry.amount) ?? "";
  const amount = currency === null ? null : parseAmountInput(typed, currency, { locale }).amount;
  const base = currency !== null && amount !== null ? { amount, currency } : null;
  const months = recurring ? wholeMonths(entry.contract_duration_months) : 1;
  const total = base && months !== null ? totalOf(base, months) : null;
  const start = parseDay((recurring ? entry.contract_start_date : entry.close_date) ?? "");
  const known = terms?.tiers ? total !== null && start !== null : true;
  const commission =
    base &&
    known &&
    priceCommission(
      {
        base,
        per: recurring ? "month" : "deal",
        total: total?.amount ?? base.amount,
        year: start ? yearOf(start) : 0,
      },
      terms,
      won,
    );
  return {
    commission: commission || null,
    total: recurring ? total : null,
    end:
      recurring && start && months !== null && start <= addMonths(LAST_DAY, -months)
        ? contractEnd(start, months)
        : null,
  };
}

function wholeMonths(text = ""): number | null {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) || null : null;
}

function totalOf({ amount, currency }: Money, months: number): Money | null {
  return Number.isSafeInteger(amount * months) ? { amount: times(amount, months), currency } : null;
}
