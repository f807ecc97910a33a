import { traceOfDeal } from "../deals/stored-trace";
import { dayFromDate } from "../shared/dates";
import { recordId } from "../shared/fields";
import { fromDatabase } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { Transaction } from "./transaction";
import type { TransactionKind } from "./transaction.schema";

const names = {
  affiliate: { select: { name: true } },
  lead: { select: { companyName: true } },
};

/** One transaction; null for an unknown id, an unpaid commission and one of another organisation. Throws `forbidden`. */
export async function readTransaction(
  scope: Scope,
  { kind, id }: { kind: TransactionKind; id: string },
): Promise<Transaction | null> {
  requireStaff(scope);
  if (!recordId.safeParse(id).success) return null;
  return kind === "deal" ? readDeal(scope, id) : readPayment(scope, id);
}

async function readDeal(scope: Scope, id: string): Promise<Transaction | null> {
  const deal = await scope.db.deal.findFirst({ where: { id, commissionPaid: true }, include: names });
  if (!deal?.paymentDate) return null;
  return {
    kind: "deal",
    id: deal.id,
    affiliateId: deal.affiliateId,
    affiliate: deal.affiliate?.name ?? null,
    leadId: deal.leadId,
    company: deal.lead.companyName,
    dealId: deal.id,
    deal: deal.title,
    period: null,
    due: dayFromDate(deal.closeDate),
    commission: { amount: fromDatabase(deal.commissionAmount), currency: deal.commissionCurrency },
    trace: traceOfDeal(deal, scope.log),
    paymentDate: dayFromDate(deal.paymentDate),
    receiptUrl: deal.receiptUrl,
  };
}

async function readPayment(scope: Scope, id: string): Promise<Transaction | null> {
  const payment = await scope.db.commissionPayment.findFirst({
    where: { id, status: "paid" },
    include: { affiliate: names.affiliate, deal: { include: { lead: names.lead } } },
  });
  if (!payment?.paidDate) return null;
  return {
    kind: "payment",
    id: payment.id,
    affiliateId: payment.affiliateId,
    affiliate: payment.affiliate.name,
    leadId: payment.deal.leadId,
    company: payment.deal.lead.companyName,
    dealId: payment.dealId,
    deal: payment.deal.title,
    period: dayFromDate(payment.periodStart),
    due: dayFromDate(payment.periodStart),
    commission: { amount: fromDatabase(payment.amount), currency: payment.currency },
    trace: traceOfDeal(payment.deal, scope.log),
    paymentDate: dayFromDate(payment.paidDate),
    receiptUrl: payment.receiptUrl,
  };
}
