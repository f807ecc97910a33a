import { monthStarts, type Day } from "../shared/dates";
import type { Money } from "../shared/money";
import { fateOf, type DealEnd } from "./deal-end";

/** "due" and "planned" are both stored as open. The day decides which of them it is (COM-02). */
export const paymentStates = ["due", "planned", "paid"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The state today of a commission that falls due on this day. */
export function paymentState(paid: boolean, due: Day, today: Day): PaymentState {
  if (paid) return "paid";
  return due <= today ? "due" : "planned";
}

/** A monthly payment as it stands. */
export interface ExistingPayment {
  id: string;
  period: Day;
  amount: Money;
  paid: boolean;
}

/** The months a recurring deal pays, and how much each. */
export interface PaidMonths {
  start: Day;
  months: number;
  /** Nothing is due when it is 0 or when there is no affiliate; then there are no payments. */
  commission: Money | null;
  /** How it ended, if it has: some months are not to be paid any more. */
  ended?: DealEnd | null;
}

/** What becomes of a deal's payments when its contract changes. */
export interface PaymentPlan {
  /** Pending payments that get the new amount. */
  changed: ExistingPayment[];
  /** Pending payments of months that are not in the contract. */
  removed: ExistingPayment[];
  /** Months that get a payment. */
  added: Day[];
  /** Pending payments that stay as they are. */
  kept: number;
  /** Paid payments; they always stay as they are. */
  paid: number;
  /** How many paid payments are outside the months of the contract. */
  paidOutside: number;
}

/**
 * Plans the changes to the payments of a deal so that each month of its contract is paid once. Paid payments stay.
 * A calendar month with a paid payment counts as paid: if a contract that began on the 15th now begins on the 1st,
 * March is not paid a second time.
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

/** What a month is to pay under a contract, and from which day on; null when it is no month of the contract. */
export function monthUnder(contract: PaidMonths, period: Day): { period: Day; amount: Money } | null {
  const { commission, start, months } = contract;
  if (!commission || commission.amount === 0) return null;
  const found = monthStarts(start, months).find((month) => monthOf(month) === monthOf(period));
  return found && isOwed(contract, found) ? { period: found, amount: commission } : null;
}

/** Whether an unpaid month did not end with its deal. */
const isOwed = ({ ended }: PaidMonths, period: Day) => !ended || fateOf(ended, { period, paid: false }) === "stays";

/** The calendar month of a day. */
export const monthOf = (day: Day) => day.slice(0, 7);
