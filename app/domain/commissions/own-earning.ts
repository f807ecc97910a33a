import type { PaymentState } from "../deals/plan-payments";
import type { Day } from "../shared/dates";
import { sumByCurrency, type Money } from "../shared/money";
import type { Commission } from "./commission";

/** A commission as shown to the affiliate who earns it. */
export interface OwnEarning extends Omit<Commission, "affiliateId" | "affiliate" | "leadId" | "payoutId"> {
  /** Duration of a recurring deal. */
  months: number | null;
  /** The day it counts at: the payment date; while unpaid the due date, or its period if it waits for the customer. */
  day: Day;
}

/** The sums of a month in one currency, in minor units. */
export interface MonthOfEarnings extends Record<PaymentState, number> {
  /** The first day of the month. */
  month: Day;
  currency: string;
}

/** Returns the states to show for these months. Most affiliates' commissions never wait for customers. */
export const shownStates = (months: readonly MonthOfEarnings[]): readonly PaymentState[] =>
  months.some(({ waiting }) => waiting > 0) ? ["paid", "due", "waiting", "planned"] : ["paid", "due", "planned"];

/** Returns the sums of several months, per currency. */
export function totalsOf(months: readonly MonthOfEarnings[]): Record<PaymentState, Money[]> {
  const of = (state: PaymentState) =>
    sumByCurrency(months.map((month) => ({ amount: month[state], currency: month.currency }))).filter(
      ({ amount }) => amount > 0,
    );
  return { paid: of("paid"), due: of("due"), waiting: of("waiting"), planned: of("planned") };
}
