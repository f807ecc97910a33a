import { traceOfDeal } from "../deals/stored-trace";
import { dayFromDate } from "../shared/dates";
import { recordId } from "../shared/fields";
import { fromDatabase } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { TransactionKind } from "../transactions/transaction";
import { paymentState, type PaymentView } from "./payment";

const names = {
  affiliate: { select: { name: true } },
  lead: { select: { companyName: true } },
};

/**
 * One commission, paid or not; null for an unknown id, a deal that pays none of its own and a commission of another
 * organisation.
 * Throws `forbidden`.
 */
export async function readCommission(
  scope: Scope,
  { kind, id }: { kind: TransactionKind; id: string },
): Promise<PaymentView | null> {
  requireStaff(scope);
  if (!recordId.safeParse(id).success) return null;
  return kind === "deal" ? readDeal(scope, id) : readPayment(scope, id);
}

async function readDeal(scope: Scope, id: string): Promise<PaymentView | null> {
  const paysOnce = {
    dealType: "one-time",
    OR: [{ commissionPaid: true }, { commissionAmount: { gt: 0 }, commissionEnded: false }],
  };
  const deal = await scope.db.deal.findFirst({ where: { id, ...paysOnce }, include: names });
  if (!deal) return null;
  const period = dayFromDate(deal.closeDate);
  return {
    kind: "deal",
    id: deal.id,
    affiliateId: deal.affiliateId,
    affiliate: deal.affiliate?.name ?? null,
    leadId: deal.leadId,
    company: deal.lead.companyName,
    dealId: deal.id,
    deal: deal.title,
    period,
    amount: { amount: fromDatabase(deal.commissionAmount), currency: deal.commissionCurrency },
    state: paymentState(deal.commissionPaid, period, await scope.today()),
    trace: traceOfDeal(deal, scope.log),
    paidDate: deal.paymentDate && dayFromDate(deal.paymentDate),
    receiptUrl: deal.receiptUrl,
  };
}

async function readPayment(scope: Scope, id: string): Promise<PaymentView | null> {
  const payment = await scope.db.commissionPayment.findFirst({
    where: { id },
    include: { affiliate: names.affiliate, deal: { include: { lead: names.lead } } },
  });
  if (!payment) return null;
  const period = dayFromDate(payment.periodStart);
  return {
    kind: "payment",
    id: payment.id,
    affiliateId: payment.affiliateId,
    affiliate: payment.affiliate.name,
    leadId: payment.deal.leadId,
    company: payment.deal.lead.companyName,
    dealId: payment.dealId,
    deal: payment.deal.title,
    period,
    amount: { amount: fromDatabase(payment.amount), currency: payment.currency },
    state: paymentState(payment.status === "paid", period, await scope.today()),
    trace: traceOfDeal(payment.deal, scope.log),
    paidDate: payment.paidDate && dayFromDate(payment.paidDate),
    receiptUrl: payment.receiptUrl,
  };
}
