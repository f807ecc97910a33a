import { recordAction } from "../audit/record-audit.server";
import { lockLeads } from "../leads/lock-leads.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { takeBackNotices } from "../notifications/take-back-notices.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { afterUndo } from "../shared/undo";
import { emitEvents } from "../webhooks/emit-event.server";
import { alignPayments } from "./align-payments.server";
import { endOf } from "./deal-end.server";
import { lockDeal } from "./lock-deal.server";
import { lockPaymentsOfDeal } from "./payments-of-deal.server";

/**
 * A deal and its lead, locked until the end of the transaction. Leads are locked before deals: whoever marks the lead
 * lost does so after this, or before and is seen here. Throws `not_found`.
 */
export async function lockToResume(scope: Scope, dealId: string) {
  const found = await scope.db.deal.findFirst({ where: { id: dealId }, select: { leadId: true } });
  if (!found) throw new DomainError("not_found");
  const [lead] = await lockLeads(scope, [found.leadId]);
  return { lead, deal: await lockDeal(scope, dealId) };
}

/**
 * Takes the end of a deal back: it runs as its contract says, its months are owed again and nothing is owed back. The
 * affiliate is told unless the mail of the end was still waiting: then neither goes out. Returns whether this call did
 * it; false when the deal had not ended. Throws `not_found`, `deal_end_built_on` (its lead is lost now), `forbidden`.
 */
export async function resumeDeal(scope: Scope, dealId: string): Promise<boolean> {
  requireStaff(scope);
  const { deal, lead } = await lockToResume(scope, dealId);
  const end = endOf(deal);
  if (!end) return false;
  if (!lead || lead.status !== "converted") throw new DomainError("deal_end_built_on");
  await lockPaymentsOfDeal(scope, dealId);
  const { count } = await scope.db.commissionClaim.deleteMany({ where: { dealId } });
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
    data: { day: end.day, reason: end.reason, claims: count },
  });
  const { affiliateId, title, endBatchId } = deal;
  const wasTold = affiliateId !== null && (!endBatchId || !(await takeBackNotices(scope, endBatchId, [affiliateId])));
  if (wasTold) {
    const facts = { dealId, company: lead.company, deal: title };
    await scope.attempt("notifying the affiliate that a deal goes on", () =>
      notifyAffiliate(
        scope,
        { affiliateId, type: "deal_resumed", ...facts },
        { batchId, mailAt: afterUndo(scope.now) },
      ),
    );
  }
  await scope.attempt("queueing deal.resumed", () => emitEvents(scope, [{ event: "deal.resumed", deal_id: dealId }]));
  return true;
}
