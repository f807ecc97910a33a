import { recordAudit } from "../audit/record-audit.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { dateFromDay, dayFromDate } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { fromDatabase } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Marks a due monthly payment paid today and notifies the affiliate (COM-02). Returns whether this call did it: a second
 * click or a lost race changes nothing. Throws `not_found`, `payment_not_due` (its month has not begun), `forbidden`.
 */
export async function markPaymentPaid(scope: Scope, paymentId: string): Promise<boolean> {
  requireStaff(scope);
  const today = dateFromDay(await scope.today());
  const { count } = await scope.db.commissionPayment.updateMany({
    where: { id: paymentId, status: "pending", periodStart: { lte: today } },
    data: { status: "paid", paidDate: today },
  });
  const payment = await scope.db.commissionPayment.findFirst({
    where: { id: paymentId },
    include: { deal: { include: { lead: true } } },
  });
  if (!payment) throw new DomainError("not_found");
  if (count === 0) {
    if (payment.status === "pending") throw new DomainError("payment_not_due");
    return false;
  }
  const commission = { amount: fromDatabase(payment.amount), currency: payment.currency };
  await recordAudit(scope, {
    action: "commission.pay",
    entity: "commission_payment",
    entityId: paymentId,
    data: { ...commission },
  });
  await scope.attempt("notifying the affiliate of a paid commission", () =>
    notifyAffiliate(scope, {
      affiliateId: payment.affiliateId,
      type: "commission_paid",
      company: payment.deal.lead.companyName,
      deal: payment.deal.title,
      commission,
      monthly: true,
      period: dayFromDate(payment.periodStart),
    }),
  );
  return true;
}
