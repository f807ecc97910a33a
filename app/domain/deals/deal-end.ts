import type { Day } from "../shared/dates";

/**
 * Why a deal ended, which determines what happens to its commission (decision 0054). `customer_did_not_pay`, only for
 * the past: nothing unpaid is owed. `canceled_by_customer`: months from that day on are not owed. `our_fault`: the
 * affiliate keeps everything.
 */
export const endReasons = ["customer_did_not_pay", "cancelled_by_customer", "our_fault"] as const;
export type EndReason = (typeof endReasons)[number];

/** The end of a deal. `day` is the first day on which it no longer runs. */
export interface DealEnd {
  day: Day;
  reason: EndReason;
}

/** A commission that may end: a month, or the commission of a whole deal (`period` is null). */
interface Commission {
  period: Day | null;
  paid: boolean;
}

/**
 * What happens to a commission. `ends`: it is no longer owed. `stays`: it is owed as before. `owed_back`: it was paid
 * and is owed back. `paid`: it was paid and stays paid.
 */
export type Fate = "ends" | "stays" | "owed_back" | "paid";

/**
 * Returns what happens to a commission. The commission of a one-time deal ends as a whole; months end if they begin on
 * the day or later.
 */
export function fateOf({ day, reason }: DealEnd, { period, paid }: Commission): Fate {
  const isAfter = period === null || period >= day;
  const falls = reason !== "our_fault" && (isAfter || (reason === "customer_did_not_pay" && !paid));
  if (paid) return falls ? "owed_back" : "paid";
  return falls ? "ends" : "stays";
}
