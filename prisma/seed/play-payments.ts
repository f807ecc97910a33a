import { markPaymentPaid } from "~/domain/commissions/mark-payment-paid.server";
import { markDealPaid } from "~/domain/deals/mark-deal-paid.server";
import { dateFromDay, dayFromDate, daysBetween, type Day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { setReceipt } from "~/domain/transactions/set-receipt.server";
import type { TransactionKind } from "~/domain/transactions/transaction.schema";
import type { Stage, Step } from "./stage";

const RECEIPTS_PERCENT = 65;

/** What has been paid of every deal: one-time commissions, and the months of contracts but for the latest ones. */
export async function playPayments(stage: Stage): Promise<Step[]> {
  const steps: Step[] = [];
  const { moment, random } = stage;
  const pay = (daysAgo: number, kind: TransactionKind, id: string) => {
    const mark = kind === "deal" ? markDealPaid : markPaymentPaid;
    steps.push({
      at: moment(daysAgo, 11),
      act: async (at) => {
        const scope = stage.as(at);
        await mark(scope, id);
        if (random.chance(RECEIPTS_PERCENT)) await addReceipt(stage, scope, kind, id);
      },
    });
  };
  const today = await stage.as(stage.scope.now).today();
  for (const deal of stage.deals) {
    if (deal.paidAfter !== null) pay(deal.daysAgo - deal.paidAfter, "deal", deal.id);
    if (deal.monthsDue === null) continue;
    const begun = await begunMonths(stage.scope, deal.id, today);
    for (const { id, period } of begun.slice(0, Math.max(0, begun.length - deal.monthsDue))) {
      // A few days into the month, if it has come that far.
      pay(Math.max(0, daysBetween(period, today) - random.between(2, 9)), "payment", id);
    }
  }
  return steps;
}

/** The payments of a contract whose month has begun, oldest first. */
async function begunMonths(scope: Scope, dealId: string, today: Day) {
  const payments = await scope.db.commissionPayment.findMany({
    where: { dealId, periodStart: { lte: dateFromDay(today) } },
    orderBy: { periodStart: "asc" },
    select: { id: true, periodStart: true },
  });
  return payments.map(({ id, periodStart }) => ({ id, period: dayFromDate(periodStart) }));
}

function addReceipt(
  { story, random }: Stage,
  scope: Scope,
  kind: TransactionKind,
  id: string,
): Promise<void> {
  const year = scope.now.getUTCFullYear();
  return setReceipt(scope, {
    kind,
    id,
    receiptUrl: `${story.receipts}/${year}/${random.between(1000, 9999)}.pdf`,
  });
}
