import { paymentState } from "./plan-payments";
import { dayFromDate } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { DealPayment } from "./deal-view";

/** Reads the months of a recurring deal, earliest first; empty for a one-time deal. */
export async function readSchedule(scope: Scope, dealId: string): Promise<DealPayment[]> {
  const today = await scope.today();
  const payments = await scope.db.commissionPayment.findMany({
    where: { dealId },
    orderBy: { periodStart: "asc" },
  });
  return payments.map((payment) => {
    const [period, due] = [dayFromDate(payment.periodStart), payment.dueOn && dayFromDate(payment.dueOn)];
    return {
      id: payment.id,
      period,
      due,
      amount: { amount: fromDatabase(payment.amount), currency: payment.currency },
      state: paymentState(payment.status === "paid", { period, due }, today),
      paidDate: payment.paidDate && dayFromDate(payment.paidDate),
      receiptUrl: payment.receiptUrl,
    };
  });
}
