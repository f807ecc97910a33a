import type { Prisma } from "#prisma";
import type { Log } from "~/platform/log.server";
import { paymentState } from "../commissions/payment";
import type { PaymentProgress } from "../commissions/payment-progress.server";
import { contactFields } from "../leads/lead.schema";
import { dayFromDate, type Day } from "../shared/dates";
import { columnsOf } from "../shared/field-list";
import { fromDatabase } from "../shared/money";
import type { DealView } from "./deal-view";
import { traceOfDeal } from "./stored-trace";

/** What a query of deals has to bring along for {@link dealView}. */
export const dealViewInclude = {
  lead: { select: columnsOf(contactFields) },
  affiliate: { select: { name: true } },
} satisfies Prisma.DealInclude;

export type DealViewRow = Prisma.DealGetPayload<{ include: typeof dealViewInclude }>;

/** A row as staff see it. `today` is the organisation's. */
export function dealView(
  deal: DealViewRow,
  progress: PaymentProgress | undefined,
  today: Day,
  log: Log,
): DealView {
  const closeDate = dayFromDate(deal.closeDate);
  const isOneOff = deal.dealType === "one-time" && (deal.commissionPaid || deal.commissionAmount > 0n);
  return {
    id: deal.id,
    title: deal.title,
    type: deal.dealType as DealView["type"],
    leadId: deal.leadId,
    company: deal.lead.companyName,
    affiliateId: deal.affiliateId,
    affiliate: deal.affiliate?.name ?? null,
    amount: { amount: fromDatabase(deal.amount), currency: deal.currency },
    mrr: deal.mrr === null ? null : { amount: fromDatabase(deal.mrr), currency: deal.currency },
    months: deal.contractDurationMonths,
    commission: { amount: fromDatabase(deal.commissionAmount), currency: deal.commissionCurrency },
    trace: traceOfDeal(deal, log),
    paid: deal.commissionPaid,
    state: isOneOff ? paymentState(deal.commissionPaid, closeDate, today) : null,
    paymentDate: deal.paymentDate && dayFromDate(deal.paymentDate),
    receiptUrl: deal.receiptUrl,
    closeDate,
    progress: progress ?? null,
  };
}
