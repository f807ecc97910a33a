import { dayFromDate } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { DealView } from "./deal-view";
import type { CommissionTrace } from "./pricing";

const PAGE = 100;

/** The organisation's newest deals. Throws `forbidden`. */
export async function listDeals(scope: Scope): Promise<DealView[]> {
  requireStaff(scope);
  const deals = await scope.db.deal.findMany({
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAGE,
    include: { lead: { select: { companyName: true } }, affiliate: { select: { name: true } } },
  });
  return deals.map((deal) => ({
    id: deal.id,
    title: deal.title,
    type: deal.dealType as DealView["type"],
    company: deal.lead.companyName,
    affiliate: deal.affiliate?.name ?? null,
    amount: { amount: fromDatabase(deal.amount), currency: deal.currency },
    mrr: deal.mrr === null ? null : { amount: fromDatabase(deal.mrr), currency: deal.currency },
    months: deal.contractDurationMonths,
    commission: { amount: fromDatabase(deal.commissionAmount), currency: deal.commissionCurrency },
    trace: deal.commissionTrace as unknown as CommissionTrace,
    paid: deal.commissionPaid,
    paymentDate: deal.paymentDate && dayFromDate(deal.paymentDate),
    receiptUrl: deal.receiptUrl,
    closeDate: dayFromDate(deal.closeDate),
  }));
}
