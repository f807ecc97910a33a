import { recordAction } from "../audit/record-audit.server";
import { lockLeads } from "../leads/lock-leads.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { takeBackNotices } from "../notifications/take-back-notices.server";
import { DomainError } from "../shared/errors";
import { releaseDeal } from "./release-from-drafts.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { afterUndo } from "../shared/undo";
import { emitEvents } from "../webhooks/emit-event.server";
import { alignPayments } from "./align-payments.server";
import { endOf } from "./deal-end.server";
import { lockDeal } from "./lock-deal.server";
import { lockPaymentsOfDeal } from "./payments-of-deal.server";
import { deleteClaims } from "./record-claims.server";

/**
 * Locks a deal and its lead until the transaction ends. The lead is locked first, so a concurrent change of the lead to
 * lost runs before, and is seen here, or after.
 * Throws `not_found`.
 */
export async function lockToResume(scope: Scope, dealId: string) {
  const found = await scope.db.deal.findFirst({ where: { id: dealId }, select: { leadId: true } });
  if (!found) throw new DomainError("not_found");
  const [lead] = await lockLeads(scope, [found.leadId]);
  return { lead, deal: await lockDeal(scope, dealId) };
}

/**
 * Undoes the end of a deal and returns whether this call did it; false if the deal had not ended. The deal runs by its
 * contract again, its months are owed again and nothing is owed back. The affiliate is notified, unless the email about
 * the end was still waiting; then that email is removed and none is sent.
 * Throws `not_found`, `deal_end_built_on` (the lead is lost now), `deal_in_payout`, `claim_deducted` (a payout has
 * deducted what was owed back), `forbidden`.
 */
export async function resumeDeal(scope: Scope, dealId: string): Promise<boolean> {
  requireStaff(scope);
  const { deal, lead } = await lockToResume(scope, dealId);
  const end = endOf(deal);
  if (!end) return false;
  if (!lead || lead.status !== "converted") throw new DomainError("deal_end_built_on");
  await lockPaymentsOfDeal(scope, dealId);
  await releaseDeal(scope, dealId);
  const claims = await deleteClaims(scope, { dealId });
  const running = {
    endedOn: null,
    endReason: null,
    endNote: null,
    endBatchId: null,
    endedAmount: null,
    commissionEnded: false,
  };
  await scope.db.deal.updateMany({ where: { id: dealId }, data: { ...running, updatedAt: scope.now } });
  await alignPayments(scope, { ...deal, ...running });
  const batchId = await recordAction(scope, {
    action: "deal.resume",
    entity: "deal",
    entityId: dealId,
    data: { day: end.day, reason: end.reason, claims },
  });
  const { affiliateId, title, endBatchId } = deal;
  const wasTold = affiliateId !== null && (!endBatchId || !(await takeBackNotices(scope, endBatchId, [affiliateId])));
  if (wasTold) {
    const facts = { dealId, company: lead.company, deal: title };
    await scope.inSavepoint("notifying the affiliate that a deal goes on", () =>
      notifyAffiliate(
        scope,
        { affiliateId, type: "deal_resumed", ...facts },
        { batchId, mailAt: afterUndo(scope.now) },
      ),
    );
  }
  await scope.inSavepoint("queueing deal.resumed", () =>
    emitEvents(scope, [{ event: "deal.resumed", deal_id: dealId }]),
  );
  return true;
}
