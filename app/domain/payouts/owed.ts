import type { Day } from "../shared/dates";
import type { Order } from "../shared/order";

/** What an affiliate is owed and was paid in one currency. Amounts are in minor units of it. */
export interface Owed {
  /** Id of the affiliate. */
  id: string;
  name: string;
  due: number;
  /** Number of due commissions. */
  dueCount: number;
  /** The day since which the oldest of them is due; null if nothing is due. */
  oldest: Day | null;
  /** Commissions that wait for the customer's payment. */
  waiting: number;
  planned: number;
  paid: number;
}

/** Columns by which the list of what is owed can be sorted. */
export const owedColumns = ["name", "due", "oldest", "waiting", "planned", "paid"] as const;
export type OwedColumn = (typeof owedColumns)[number];

/** Largest due amount first. */
export const usualOwedOrder: Order<OwedColumn> = { by: "due", direction: "desc" };
