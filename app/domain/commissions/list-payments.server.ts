import type { Prisma } from "#prisma";
import { dateFromDay, day, dayFromDate, isDay } from "../shared/dates";
import { readTallies, totalOf } from "../reports/tallies.server";
import { fromDatabase, type Money } from "../shared/money";
import { beyondPlace, inOrder, keyset, type Page } from "../shared/page";
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
  const place = keyset({ cursor }, tab === "due" || tab === "planned" ? "asc" : "desc", isDay);
  const payments = await scope.db.commissionPayment.findMany({
    where: {
      AND: [
        whereState(tab, dateFromDay(today)),
        beyondPlace(place, "periodStart", (key) => dateFromDay(day(key))),
      ],
    },
    orderBy: inOrder(place, "periodStart"),
    take: place.take,
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
  return place.page(views, (view) => view.period);
}

export interface PaymentTotals {
  state: PaymentState;
  count: number;
  /** Per currency, never across. */
  amounts: Money[];
}

/** Count and sums of each state, of the organisation or of one affiliate. */
export async function totalPayments(
  scope: Scope,
  affiliateId: string | null = null,
): Promise<Record<PaymentState, PaymentTotals>> {
  requireStaff(scope);
  const tallies = await readTallies(scope, ["monthly"], affiliateId);
  const total = (state: PaymentState): PaymentTotals => ({
    state,
    ...totalOf(
      tallies.filter((tally) =>
        tally.state === "pending" ? state === (tally.begun ? "due" : "planned") : state === "paid",
      ),
    ),
  });
  return { due: total("due"), planned: total("planned"), paid: total("paid") };
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
