import type { Deal } from "#prisma";
import { recordAction } from "../audit/record-audit.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { fingerprint } from "../shared/edit-conflict.server";
import { dateFromDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { toDatabase } from "../shared/money";
import { recordId } from "../shared/fields";
import { releaseDeal } from "./release-from-drafts.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { afterUndo } from "../shared/undo";
import { emitEvents } from "../webhooks/emit-event.server";
import { applyPaymentPlan } from "./apply-payment-plan.server";
import { storedContract } from "./deal-contract";
import { previewEnd, problemOfEnd, type EndableDeal, type EndPreview } from "./preview-end";
import type { DealEnding } from "./deal-end.schema";
import { endOf } from "./deal-end.server";
import { lockDeal } from "./lock-deal.server";
import { commissionOf, paidMonths } from "./paid-months.server";
import { paymentsOfDeal } from "./payments-of-deal.server";
import { planPayments, type ExistingPayment } from "./plan-payments";
import { recordClaims } from "./record-claims.server";

/**
 * Ends a deal on a day, or cancels it (LEAD-16), and returns what changed. The reason determines which commissions end;
 * paid commissions that end are owed back. The affiliate is notified; the email waits until the time for undoing with
 * {@link resumeDeal} is over. Returns null if the same end is already stored.
 * Throws `not_found`, `deal_ended` (with another end), `deal_end_outside` (not within the contract),
 * `deal_end_in_future`, `deal_end_changed` (`version` is not the current {@link endVersion}), `forbidden`.
 */
export async function endDeal(scope: Scope, input: DealEnding): Promise<EndPreview | null> {
  requireStaff(scope);
  const deal = await lockDeal(scope, input.dealId);
  const before = endOf(deal);
  if (before?.day === input.day && before.reason === input.reason && deal.endNote === input.note) return null;
  if (before) throw new DomainError("deal_ended");
  const payments = await paymentsOfDeal(scope, deal.id, { locked: true });
  const endable = endableDeal(deal, payments);
  const problem = problemOfEnd(endable.contract, input, await scope.today());
  if (problem) throw new DomainError(problem.code, {}, problem.field);
  if (input.version !== undefined && input.version !== endVersion(endable)) {
    throw new DomainError("deal_end_changed");
  }
  await releaseDeal(scope, deal.id);
  const preview = previewEnd(endable, input);
  const { day, reason, note } = input;
  const count = (fate: string) => preview.commissions.filter((one) => one.fate === fate).length;
  const batchId = await recordAction(scope, {
    action: "deal.end",
    entity: "deal",
    entityId: deal.id,
    data: {
      day,
      reason,
      ...(note !== null && { note }),
      commissions_ended: count("ends"),
      commissions_staying: count("stays"),
      claims: count("owed_back"),
      amounts: preview.sums.owed_back,
    },
  });
  // Change the payments before the deal: a month that ended with its deal cannot be pending, not even for a moment.
  const contract = paidMonths(deal);
  if (contract) {
    const plan = planPayments(payments, { ...contract, ended: input });
    await applyPaymentPlan(scope, deal, plan, commissionOf(deal));
  }
  const ended = {
    endedOn: dateFromDay(day),
    endReason: reason,
    endNote: note,
    endBatchId: batchId,
    endedAmount: toDatabase(preview.worth.amount),
    commissionEnded: deal.dealType === "one-time" && reason !== "our_fault",
  };
  await scope.db.deal.updateMany({ where: { id: deal.id }, data: { ...ended, updatedAt: scope.now } });
  await recordClaims(scope, { ...deal, ...ended }, payments);
  await tell(scope, deal, input, preview, batchId);
  return preview;
}

/** Notifies the affiliate and emits the webhook event. */
async function tell(
  scope: Scope,
  deal: Deal,
  { day, reason, note }: DealEnding,
  { sums }: EndPreview,
  batchId: string,
): Promise<void> {
  const { affiliateId, id: dealId, leadId, title } = deal;
  if (affiliateId) {
    const lead = await scope.db.lead.findFirst({ where: { id: leadId }, select: { companyName: true } });
    const facts = { dealId, company: lead?.companyName ?? "", deal: title, day, endReason: reason };
    await scope.inSavepoint("notifying the affiliate of the end of a deal", () =>
      notifyAffiliate(
        scope,
        {
          affiliateId,
          type: "deal_ended",
          ...facts,
          ...(note && { reason: note }),
          ...(sums.owed_back.length > 0 && { amounts: sums.owed_back }),
        },
        { batchId, mailAt: afterUndo(scope.now) },
      ),
    );
  }
  await scope.inSavepoint("queueing deal.ended", () => emitEvents(scope, [{ event: "deal.ended", deal_id: dealId }]));
}

/**
 * Reads a deal for the form that ends it; null if not found. `id` may be any value.
 * Throws `forbidden`.
 */
export async function readEndableDeal(scope: Scope, id: unknown): Promise<EndableDeal | null> {
  requireStaff(scope);
  const { data: dealId } = recordId.safeParse(id);
  if (!dealId) return null;
  const deal = await scope.db.deal.findFirst({ where: { id: dealId } });
  return deal && endableDeal(deal, await paymentsOfDeal(scope, deal.id));
}

const endableDeal = (deal: Deal, payments: ExistingPayment[]): EndableDeal => ({
  id: deal.id,
  contract: storedContract(deal),
  commission: deal.affiliateId === null ? null : commissionOf(deal),
  paid: deal.commissionPaid,
  payments,
});

/** Returns the `version` of a form that shows what ending this deal changes. */
export const endVersion = ({ commission, paid, payments }: EndableDeal): string =>
  fingerprint({
    commission,
    paid: String(paid),
    payments: payments.map((one) => `${one.period} ${one.amount.amount} ${one.paid}`).join(", "),
  });
