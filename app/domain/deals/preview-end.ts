import { addMonths, monthStarts, type Day } from "../shared/dates";
import { sumByCurrency, times, type Money } from "../shared/money";
import { fateOf, type DealEnd, type Fate } from "./deal-end";
import type { DealContract } from "./deal.schema";
import { monthOf, type ExistingPayment } from "./plan-payments";

/** A deal with what it pays, as it is needed to end it. */
export interface EndableDeal {
  id: string;
  contract: DealContract;
  /** What it pays, each month or once; null without an affiliate. */
  commission: Money | null;
  /** The commission of a one-time deal is paid. */
  paid: boolean;
  /** Of a recurring deal. */
  payments: ExistingPayment[];
}

export interface EndedCommission {
  /** Null for the commission of a one-time deal. */
  period: Day | null;
  amount: Money;
  fate: Fate;
}

/** What ending a deal does. */
export interface EndPreview {
  /** Each month, earliest first, or the one commission. Empty when the deal pays nothing. */
  commissions: EndedCommission[];
  /** The sums per currency. */
  sums: Record<Fate, Money[]>;
  /** What the deal was worth until then. */
  worth: Money;
}

/** What ending the deal would do now. */
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

/** What it pays, and paid: also months whose payment is not made yet. */
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

/** What a deal is worth that ends so: its months that began before; of a one-time deal nothing. */
export function worthUntil({ currency, recurring }: DealContract, { day }: Pick<DealEnd, "day">): Money {
  if (!recurring) return { amount: 0, currency };
  const run = monthStarts(recurring.start, recurring.months).filter((month) => month < day).length;
  return { amount: times(recurring.mrr, run), currency };
}

/** Why a deal cannot end so; null when it can. `closed` is the last day on which it can. */
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
