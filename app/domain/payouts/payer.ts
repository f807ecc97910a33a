import { addDays, addMonths, firstOfMonth, type Day } from "../shared/dates";

/** How often an organization pays its affiliates. */
export const payoutCadences = ["monthly", "quarterly", "yearly", "on_demand"] as const;
export type PayoutCadence = (typeof payoutCadences)[number];

/** The last day of a month that every month has. */
export const MAX_PAY_DAY = 28;

/** Months of a rhythm that has an end. */
const monthsOf: Partial<Record<PayoutCadence, number>> = { monthly: 1, quarterly: 3, yearly: 12 };

/**
 * Returns the day until which commissions are proposed: the end of the last month, quarter or year of the rhythm, by
 * default of the month. On request it is today.
 */
export function usualUntil(cadence: PayoutCadence | null, today: Day): Day {
  const months = monthsOf[cadence ?? "monthly"];
  if (!months) return today;
  const month = Number(today.slice(5, 7));
  const begun = firstOfMonth(today);
  return addDays(addMonths(begun, -((month - 1) % months)), -1);
}

/** Returns the last day of the latest period of the rhythm that has ended by a day. */
export const lastPeriodEnd = (cadence: PayoutCadence | null, by: Day): Day => usualUntil(cadence, addDays(by, 1));

/** When an organization pays, as affiliates see it. */
export interface PayoutRhythm {
  cadence: PayoutCadence;
  /** Day of the month, 1 to 28; null for none. */
  payDay: number | null;
  /** Smaller amounts are carried over; minor units of the organization's currency. */
  minimumAmount: number;
}

/** Name and address of an organization or an affiliate, as far as entered. */
interface EnteredAddress {
  legalName: string | null;
  street: string | null;
  postalCode: string | null;
  town: string | null;
  country: string | null;
}

/** Returns whether name and address are complete enough for a document. */
export const hasAddress = <T extends EnteredAddress>(
  record: T,
): record is T & { [K in keyof EnteredAddress]: string } =>
  Boolean(record.legalName && record.street && record.postalCode && record.town && record.country);

/** The account from which an organization pays, as staff see it. */
export interface PayerAccountView {
  /** Null for the legal name of the organization. */
  holder: string | null;
  /** Two letters. */
  country: string;
  /** The last four characters. */
  end: string;
}

/** Returns an account in one line: "DE •••• 3000". */
export const accountText = ({ country, end }: Pick<PayerAccountView, "country" | "end">): string =>
  `${country} •••• ${end}`;

/**
 * Returns the time of a new row. A transaction that has waited for the lock began before the one that held it, and its
 * row is the latest nevertheless.
 */
export const momentAfter = (now: Date, last: { createdAt: Date } | null): Date =>
  last && last.createdAt >= now ? new Date(last.createdAt.getTime() + 1) : now;
