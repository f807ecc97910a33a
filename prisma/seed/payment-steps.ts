import { markPaymentPaid, markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { dateFromDay, dayFromDate, daysBetween, type Day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import type { CommissionKind } from "~/domain/commissions/commission";
import type { DemoContext, Step } from "./demo-context";

const RECEIPTS_PERCENT = 65;

/** Returns the steps that pay commissions: one-time ones, and monthly ones except for the latest months. */
export async function paymentSteps(context: DemoContext): Promise<Step[]> {
  const steps: Step[] = [];
  const { moment, random } = context;
  const pay = (daysAgo: number, kind: CommissionKind, id: string) => {
    const mark = kind === "deal" ? markDealPaid : markPaymentPaid;
    steps.push({
      at: moment(daysAgo, 11),
      run: async (at) => {
        const scope = context.as(at);
        await mark(scope, id);
        if (random.chance(RECEIPTS_PERCENT)) await addReceipt(context, scope, kind, id);
      },
    });
  };
  const today = await context.as(context.scope.now).today();
  for (const deal of context.deals) {
    if (deal.paidAfter !== null) pay(deal.daysAgo - deal.paidAfter, "deal", deal.id);
    if (deal.monthsDue === null) continue;
    const begun = await begunMonths(context.scope, deal.id, today);
    for (const { id, period } of begun.slice(0, Math.max(0, begun.length - deal.monthsDue))) {
      // A few days into the month, if it is that far.
      pay(Math.max(0, daysBetween(period, today) - random.between(2, 9)), "payment", id);
    }
  }
  return steps;
}

/** Returns the monthly payments of a contract whose month has begun, oldest first. */
async function begunMonths(scope: Scope, dealId: string, today: Day) {
  const payments = await scope.db.commissionPayment.findMany({
    where: { dealId, periodStart: { lte: dateFromDay(today) } },
    orderBy: { periodStart: "asc" },
    select: { id: true, periodStart: true },
  });
  return payments.map(({ id, periodStart }) => ({ id, period: dayFromDate(periodStart) }));
}

function addReceipt(
  { organization, random }: DemoContext,
  scope: Scope,
  kind: CommissionKind,
  id: string,
): Promise<void> {
  const year = scope.now.getUTCFullYear();
  return setReceipt(scope, {
    kind,
    id,
    receiptUrl: `${organization.receipts}/${year}/${random.between(1000, 9999)}.pdf`,
  });
}
