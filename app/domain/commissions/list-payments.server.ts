import type { Prisma } from "#prisma";
import { dateFromDay, dayFromDate } from "../shared/dates";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import { PAGE_SIZE, pageOf, parseCursor, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { paymentState, type PaymentState, type PaymentView } from "./payment";

/** A page of a tab's monthly payments; what is due or planned begins with the earliest month, the rest with the latest. */
export async function listPayments(
  scope: Scope,
  tab: PaymentState | "all",
  cursor: string | null = null,
): Promise<Page<PaymentView>> {
  requireStaff(scope);
  const today = await scope.today();
  const direction = tab === "due" || tab === "planned" ? "asc" : "desc";
  const payments = await scope.db.commissionPayment.findMany({
    where: { AND: [whereState(tab, dateFromDay(today)), whereAfter(cursor, direction)] },
    orderBy: [{ periodStart: direction }, { id: direction }],
    take: PAGE_SIZE + 1,
    include: {
      affiliate: { select: { name: true } },
      deal: { select: { title: true, lead: { select: { companyName: true } } } },
    },
  });
  const views = payments.map((payment): PaymentView => {
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
  return pageOf(views, (view) => ({ day: view.period, id: view.id }));
}

export interface PaymentTotals {
  state: PaymentState;
  count: number;
  /** Per currency, never across. */
  amounts: Money[];
}

/** Count and sums of each state. */
export async function totalPayments(scope: Scope): Promise<Record<PaymentState, PaymentTotals>> {
  requireStaff(scope);
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

function whereAfter(cursor: string | null, direction: "asc" | "desc"): Prisma.CommissionPaymentWhereInput {
  const place = parseCursor(cursor);
  if (!place) return {};
  const periodStart = dateFromDay(place.day);
  return direction === "asc"
    ? { OR: [{ periodStart: { gt: periodStart } }, { periodStart, id: { gt: place.id } }] }
    : { OR: [{ periodStart: { lt: periodStart } }, { periodStart, id: { lt: place.id } }] };
}
