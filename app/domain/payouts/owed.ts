import type { Day } from "../shared/dates";
import type { Order } from "../shared/order";

/** What is owed and was paid in one currency, in minor units of it. */
export interface OwedFigures {
  due: number;
  /** Number of due commissions. */
  dueCount: number;
  /** Commissions that wait for the customer's payment. */
  waiting: number;
  planned: number;
  paid: number;
}

/** What an affiliate is owed and was paid in one currency. */
export interface Owed extends OwedFigures {
  /** Id of the affiliate. */
  id: string;
  name: string;
  /** The day since which the oldest due commission is due; null if nothing is due. */
  oldest: Day | null;
}

/** Columns by which the list of what is owed can be sorted. */
export const owedColumns = ["name", "due", "oldest", "waiting", "planned", "paid"] as const;
export type OwedColumn = (typeof owedColumns)[number];

/** Largest due amount first. */
export const usualOwedOrder: Order<OwedColumn> = { by: "due", direction: "desc" };
