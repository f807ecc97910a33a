import type { Day } from "../shared/dates";

/**
 * Why a deal ended, which decides what becomes of its commission (decision 0054). The customer did not pay, for
 * certain: nothing unpaid is owed. The customer cancelled: nothing is owed from that day on. Our fault: the affiliate
 * keeps everything.
 */
export const endReasons = ["customer_did_not_pay", "cancelled_by_customer", "our_fault"] as const;
export type EndReason = (typeof endReasons)[number];

/** The end of a deal. `day` is the first day on which it no longer runs. */
export interface DealEnd {
  day: Day;
  reason: EndReason;
}

/** A commission that may end: a month, or that of a deal as a whole (`period` is null). */
interface Commission {
  period: Day | null;
  paid: boolean;
}

/**
 * What becomes of a commission. ends: it is not owed any more. stays: it is owed as before. owed_back: it was paid and
 * is owed back.
 * paid: it was paid and stays so.
 */
export type Fate = "ends" | "stays" | "owed_back" | "paid";

/** The rule. A deal as a whole is cancelled as a whole; of its months, those that begin on the day or later. */
export function fateOf({ day, reason }: DealEnd, { period, paid }: Commission): Fate {
  const isAfter = period === null || period >= day;
  const falls = reason !== "our_fault" && (isAfter || (reason === "customer_did_not_pay" && !paid));
  if (paid) return falls ? "owed_back" : "paid";
  return falls ? "ends" : "stays";
}
