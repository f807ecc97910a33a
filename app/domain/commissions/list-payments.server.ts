import type { Prisma } from "#prisma";
import { dateFromDay, dayFromDate } from "../shared/dates";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import type { Scope } from "../shared/scope";
import { paymentState, type PaymentState, type PaymentView } from "./payment";

const PAGE = 200;

/** Monthly payments of a tab; what is due or planned begins with the earliest month, the rest with the latest. */
export async function listPayments(scope: Scope, tab: PaymentState | "all"): Promise<PaymentView[]> {
  const today = await scope.today();
  const direction = tab === "due" || tab === "planned" ? "asc" : "desc";
  const payments = await scope.db.commissionPayment.findMany({
    where: whereState(tab, dateFromDay(today)),
    orderBy: [{ periodStart: direction }, { id: direction }],
    take: PAGE,
    include: {
      affiliate: { select: { name: true } },
      deal: { select: { title: true, lead: { select: { companyName: true } } } },
    },
  });
  return payments.map((payment) => {
    const period = dayFromDate(payment.periodStart);
    return {
      id: payment.id,
      affiliate: payment.affiliate.name,
      company: payment.deal.lead.companyName,
      deal: payment.deal.title,
      period,
      amount: { amount: fromDatabase(payment.amount), currency: payment.currency },
      state: paymentState(payment.status, period, today),
      paidDate: payment.paidDate && dayFromDate(payment.paidDate),
      receiptUrl: payment.receiptUrl,
    };
  });
}

export interface PaymentTotals {
  state: PaymentState;
  count: number;
  /** Per currency, never across. */
  amounts: Money[];
}

/** Count and sums of each state. */
export async function totalPayments(scope: Scope): Promise<Record<PaymentState, PaymentTotals>> {
  const today = dateFromDay(await scope.today());
  const total = async (state: PaymentState): Promise<PaymentTotals> => {
    const groups = await scope.db.commissionPayment.groupBy({
      by: ["currency"],
      where: whereState(state, today),
      _sum: { amount: true },
      _count: { _all: true },
    });
    return {
      state,
      count: groups.reduce((count, group) => count + group._count._all, 0),
      amounts: sumByCurrency(
        groups.map((group) => ({ amount: fromDatabase(group._sum.amount ?? 0n), currency: group.currency })),
      ),
    };
  };
  return { due: await total("due"), planned: await total("planned"), paid: await total("paid") };
}

function whereState(tab: PaymentState | "all", today: Date): Prisma.CommissionPaymentWhereInput {
  switch (tab) {
    case "due":
      return { status: "pending", periodStart: { lte: today } };
    case "planned":
      return { status: "pending", periodStart: { gt: today } };
    case "paid":
      return { status: "paid" };
    case "all":
      return {};
  }
}
