import type { PaymentState } from "../deals/plan-payments";
import type { Day } from "../shared/dates";
import { sumByCurrency, type Money } from "../shared/money";
import type { Commission } from "./commission";

/** A commission as the affiliate who earns it sees it. */
export interface OwnEarning extends Omit<Commission, "affiliateId" | "affiliate" | "leadId"> {
  /** The duration of a recurring deal. */
  months: number | null;
  /** The day it counts at: when it was paid, or until then when it falls due. */
  day: Day;
}

/** What a month brings in one currency. Minor units. */
export interface MonthOfEarnings extends Record<PaymentState, number> {
  /** The first of the month. */
  month: Day;
  currency: string;
}

/** The sums of some months, per currency. */
export function totalsOf(months: readonly MonthOfEarnings[]): Record<PaymentState, Money[]> {
  const of = (state: PaymentState) =>
    sumByCurrency(months.map((month) => ({ amount: month[state], currency: month.currency }))).filter(
      ({ amount }) => amount > 0,
    );
  return { paid: of("paid"), due: of("due"), planned: of("planned") };
}
