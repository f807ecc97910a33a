import { monthStarts, type Day } from "../shared/dates";
import type { Money } from "../shared/money";
import { fateOf, type DealEnd } from "./deal-end";

/** All but "paid" are stored as unpaid. The days decide which of them it is (COM-02, PAY-18). */
export const paymentStates = ["due", "waiting", "planned", "paid"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The days that decide the state of a commission. */
export interface DueDays {
  /** The start of the month, or the close date of a one-time deal. */
  period: Day;
  /** When it is due; null while it waits for the customer's payment. */
  due: Day | null;
}

/** Returns the state of a commission today. It waits if its period has begun and the customer has not paid. */
export function paymentState(paid: boolean, { period, due }: DueDays, today: Day): PaymentState {
  if (paid) return "paid";
  if (due === null) return period <= today ? "waiting" : "planned";
  return due <= today ? "due" : "planned";
}

/** A stored monthly payment. */
export interface ExistingPayment {
  id: string;
  period: Day;
  amount: Money;
  paid: boolean;
}

/** The months that a recurring deal pays, and the amount of each. */
export interface PaidMonths {
  start: Day;
  months: number;
  /** Commission per month. There are no payments if it is 0, or null because of a missing affiliate. */
  commission: Money | null;
  /** How the deal ended; some months are no longer owed then. */
  ended?: DealEnd | null;
}

/** Changes to a deal's payments when its contract changes. */
export interface PaymentPlan {
  /** Pending payments that get the new amount. */
  changed: ExistingPayment[];
  /** Pending payments of months outside the contract. */
  removed: ExistingPayment[];
  /** Months that get a payment. */
  added: Day[];
  /** Number of pending payments that stay unchanged. */
  kept: number;
  /** Number of paid payments; they never change. */
  paid: number;
  /** Number of paid payments outside the months of the contract. */
  paidOutside: number;
}

/**
 * Plans the changes to the payments of a deal so that each month of its contract is paid once. Paid payments stay. A
 * calendar month with a paid payment counts as paid. If a contract that began on the 15th now begins on the 1st, March
 * is not paid a second time.
 */
export function planPayments(existing: readonly ExistingPayment[], contract: PaidMonths): PaymentPlan {
  const { commission } = contract;
  const pays = commission !== null && commission.amount > 0;
  const months = pays ? monthStarts(contract.start, contract.months).filter((month) => isOwed(contract, month)) : [];
  const names = new Set(monthStarts(contract.start, contract.months).map(monthOf));
  const paid = existing.filter((payment) => payment.paid);
  const pending = existing.filter((payment) => !payment.paid);
  const paidNames = new Set(paid.map((payment) => monthOf(payment.period)));
  const wanted = new Set(months.filter((month) => !paidNames.has(monthOf(month))));

  const staying = pending.filter((payment) => wanted.has(payment.period));
  const changed = staying.filter(
    ({ amount }) => amount.amount !== commission?.amount || amount.currency !== commission.currency,
  );
  const there = new Set(staying.map((payment) => payment.period));
  return {
    changed,
    removed: pending.filter((payment) => !wanted.has(payment.period)),
    added: [...wanted].filter((month) => !there.has(month)),
    kept: staying.length - changed.length,
    paid: paid.length,
    paidOutside: paid.filter((payment) => !names.has(monthOf(payment.period))).length,
  };
}

/** Returns the day and the amount of a month under a contract; null if the month is not part of the contract. */
export function monthUnder(contract: PaidMonths, period: Day): { period: Day; amount: Money } | null {
  const { commission, start, months } = contract;
  if (!commission || commission.amount === 0) return null;
  const found = monthStarts(start, months).find((month) => monthOf(month) === monthOf(period));
  return found && isOwed(contract, found) ? { period: found, amount: commission } : null;
}

/** Returns whether an unpaid month is still owed after the end of its deal. */
const isOwed = ({ ended }: PaidMonths, period: Day) => !ended || fateOf(ended, { period, paid: false }) === "stays";

/** Returns the calendar month of a day. */
export const monthOf = (day: Day) => day.slice(0, 7);
