import { addMonths, monthStarts, type Day } from "../shared/dates";
import { sumByCurrency, times, type Money } from "../shared/money";
import { fateOf, type DealEnd, type Fate } from "./deal-end";
import type { DealContract } from "./deal.schema";
import { monthOf, type ExistingPayment } from "./plan-payments";

/** A deal with its commission, as needed to end it. */
export interface EndableDeal {
  id: string;
  contract: DealContract;
  /** Commission per month or one-off; null without an affiliate. */
  commission: Money | null;
  /** The commission of a one-time deal is paid. */
  paid: boolean;
  /** Monthly payments of a recurring deal. */
  payments: ExistingPayment[];
}

export interface EndedCommission {
  /** Null for the commission of a one-time deal. */
  period: Day | null;
  amount: Money;
  fate: Fate;
}

/** What ending a deal changes. */
export interface EndPreview {
  /** Each month, earliest first, or the one commission. Empty if the deal has no commission. */
  commissions: EndedCommission[];
  /** Sums per currency. */
  sums: Record<Fate, Money[]>;
  /** What the deal was worth until it ended. */
  worth: Money;
}

/** Returns what ending the deal would change now. */
export function previewEnd(deal: EndableDeal, end: DealEnd): EndPreview {
  const commissions = commissionsOf(deal).map(({ paid, ...one }) => ({
    ...one,
    fate: fateOf(end, { period: one.period, paid }),
  }));
  const sum = (fate: Fate) => sumByCurrency(commissions.filter((one) => one.fate === fate).map(({ amount }) => amount));
  return {
    commissions,
    sums: { ends: sum("ends"), stays: sum("stays"), owed_back: sum("owed_back"), paid: sum("paid") },
    worth: worthUntil(deal.contract, end),
  };
}

/** Returns all commissions of the deal, including months whose payment is not generated yet. */
function commissionsOf({ contract, commission, paid, payments }: EndableDeal) {
  const { recurring } = contract;
  if (!recurring) {
    return commission && (paid || commission.amount > 0) ? [{ period: null, amount: commission, paid }] : [];
  }
  const there = new Set(payments.map(({ period }) => monthOf(period)));
  const missing =
    commission && commission.amount > 0
      ? monthStarts(recurring.start, recurring.months).filter((month) => !there.has(monthOf(month)))
      : [];
  return [
    ...payments.map(({ period, amount, paid: isPaid }) => ({ period, amount, paid: isPaid })),
    ...missing.map((period) => ({ period, amount: commission!, paid: false })),
  ].sort((one, other) => (one.period < other.period ? -1 : 1));
}

/** Returns what an ended deal is worth: its months that began before the end. A one-time deal is worth nothing. */
export function worthUntil({ currency, recurring }: DealContract, { day }: Pick<DealEnd, "day">): Money {
  if (!recurring) return { amount: 0, currency };
  const run = monthStarts(recurring.start, recurring.months).filter((month) => month < day).length;
  return { amount: times(recurring.mrr, run), currency };
}

/** Returns why a deal cannot have this end; null if it can. */
export function problemOfEnd(
  { recurring }: DealContract,
  { day, reason }: DealEnd,
  today: Day,
): { code: "deal_end_in_future" | "deal_end_outside"; field: "day" } | null {
  const isForecast = day > today && (recurring === null || reason === "customer_did_not_pay");
  if (isForecast) return { code: "deal_end_in_future", field: "day" };
  if (recurring && (day < recurring.start || day >= addMonths(recurring.start, recurring.months))) {
    return { code: "deal_end_outside", field: "day" };
  }
  return null;
}
