import type { Prisma } from "#prisma";
import type { Log } from "../shared/scope";
import type { PaymentProgress } from "./payment-progress.server";
import { dayFromDate, type Day } from "../shared/dates";
import { fromDatabase, sumByCurrency } from "../shared/money";
import { endOf } from "./deal-end.server";
import type { EndedDeal } from "./deal-view";
import { commissionState, type OwnDeal } from "./own-deal";
import { readTrace } from "./stored-trace";

/** Relations that a query of deals must include for {@link ownDeal}. */
export const ownDealInclude = {
  lead: { select: { companyName: true, contactPerson: true, createdAt: true } },
  claims: { where: { isOpen: true }, select: { amount: true, settledAmount: true, currency: true } },
} satisfies Prisma.DealInclude;

export type OwnDealRow = Prisma.DealGetPayload<{ include: typeof ownDealInclude }>;

/** Converts a row to what the affiliate sees. `progress` is undefined for a recurring deal without payments. */
export function ownDeal(deal: OwnDealRow, progress: PaymentProgress | undefined, today: Day, log: Log): OwnDeal {
  const ended = endedDeal(deal);
  const closeDate = dayFromDate(deal.closeDate);
  const due = deal.dueOn && dayFromDate(deal.dueOn);
  const commission = { amount: fromDatabase(deal.commissionAmount), currency: deal.commissionCurrency };
  const payments =
    deal.dealType === "recurring" ? (progress ?? { paid: 0, due: 0, waiting: 0, planned: 0, next: null }) : null;
  return {
    id: deal.id,
    title: deal.title,
    type: deal.dealType as OwnDeal["type"],
    company: deal.lead.companyName,
    amount: { amount: fromDatabase(deal.amount), currency: deal.currency },
    mrr: deal.mrr === null ? null : { amount: fromDatabase(deal.mrr), currency: deal.currency },
    months: deal.contractDurationMonths,
    commission,
    trace: readTrace({ ...deal, commission }, log),
    paymentDate: deal.paymentDate && dayFromDate(deal.paymentDate),
    state: commissionState({ commission, paid: deal.commissionPaid, closeDate, due, ended }, payments, today),
    ended,
    closeDate,
    due,
    payments,
  };
}

function endedDeal(deal: OwnDealRow): EndedDeal | null {
  const end = endOf(deal);
  if (!end) return null;
  const claims = deal.claims.map(({ amount, settledAmount, currency }) => {
    return { amount: fromDatabase(amount - settledAmount), currency };
  });
  return {
    ...end,
    note: deal.endNote,
    worth: { amount: fromDatabase(deal.endedAmount ?? 0n), currency: deal.currency },
    owedBack: sumByCurrency(claims),
  };
}
