import { addMonths, contractEnd, day, parseDay, type Day } from "../shared/dates";
import { parseAmount, times, type Money } from "../shared/money";
import { priceCommission, type CommissionTrace, type PricingTerms } from "./pricing";

const LAST_DAY = day("9999-12-31");

/** The Create Deal form as far as it is filled in. */
export interface DealEntry {
  deal_type?: string;
  currency?: string;
  amount?: string;
  mrr?: string;
  contract_duration_months?: string;
  contract_start_date?: string;
}

export interface DealPreview {
  commission: CommissionTrace | null;
  /** Of a recurring deal: monthly revenue × months, and the day its contract ends. */
  total: Money | null;
  end: Day | null;
}

/** What a deal would come to, while it is being typed: what cannot be told yet is null. */
export function previewDeal(entry: DealEntry, terms: PricingTerms | null): DealPreview {
  const currency = entry.currency?.trim().toUpperCase() || "EUR";
  const recurring = entry.deal_type === "recurring";
  const amount = parseAmount((recurring ? entry.mrr : entry.amount) ?? "", currency);
  const base = amount !== null && amount > 0 ? { amount, currency } : null;
  const commission = base && priceCommission(base, recurring ? "month" : "deal", terms);
  if (!recurring) return { commission, total: null, end: null };

  const months = wholeMonths(entry.contract_duration_months);
  const start = parseDay(entry.contract_start_date ?? "");
  return {
    commission,
    total: base && months !== null ? totalOf(base, months) : null,
    end:
      start && months !== null && start <= addMonths(LAST_DAY, -months) ? contractEnd(start, months) : null,
  };
}

function wholeMonths(text = ""): number | null {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) || null : null;
}

function totalOf({ amount, currency }: Money, months: number): Money | null {
  return Number.isSafeInteger(amount * months) ? { amount: times(amount, months), currency } : null;
}
