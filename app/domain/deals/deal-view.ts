import type { Day } from "../shared/dates";
import type { Money } from "../shared/money";
import type { CommissionTrace } from "./pricing";

/** A deal as lists and dialogs show it. */
export interface DealView {
  id: string;
  title: string;
  type: "one-time" | "recurring";
  company: string;
  affiliate: string | null;
  amount: Money;
  mrr: Money | null;
  months: number | null;
  commission: Money;
  trace: CommissionTrace;
  paid: boolean;
  paymentDate: Day | null;
  receiptUrl: string | null;
  closeDate: Day;
}
