/** How often an organization pays its affiliates. */
export const payoutCadences = ["monthly", "quarterly", "yearly", "on_demand"] as const;
export type PayoutCadence = (typeof payoutCadences)[number];

/** The last day of a month that every month has. */
export const MAX_PAY_DAY = 28;

/** When an organization pays, as affiliates are told. */
export interface PayoutRhythm {
  cadence: PayoutCadence;
  /** Day of the month, 1 to 28; null for none. */
  payDay: number | null;
  /** Smaller amounts are carried over; minor units of the organization's currency. */
  minimumAmount: number;
}
