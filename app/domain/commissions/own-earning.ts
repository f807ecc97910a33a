import type { CommissionTrace } from "../deals/pricing";
import type { Day } from "../shared/dates";
import { sumByCurrency, type Money } from "../shared/money";
import type { TransactionKind } from "../transactions/transaction";
import type { PaymentState } from "./payment";

/** A commission as the affiliate who earns it sees it: the one-off one of a deal, or a month of a recurring deal. */
export interface OwnEarning {
  kind: TransactionKind;
  /** For a one-off commission the id of the deal. */
  id: string;
  dealId: string;
  company: string;
  deal: string;
  /** The duration of a recurring deal. */
  months: number | null;
  /** The day it falls due. */
  due: Day;
  paidDate: Day | null;
  /** The day it counts at: when it was paid, or until then when it falls due. */
  day: Day;
  state: PaymentState;
  amount: Money;
  receiptUrl: string | null;
  /** How the amount was calculated. */
  trace: CommissionTrace;
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
