import { recordAction, recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { afterUndo } from "../shared/undo";
import { emitEvents } from "../webhooks/emit-event.server";
import { changeStatus, type ChangedLead } from "./change-status.server";
import { emitUpdated } from "./emit-updated.server";
import { mayMove, type LeadMove } from "./lead";
import { MAX_LEADS, type LeadBatch } from "./lead-batch";
import { lockLeads, skippedLead, unknownLeads } from "./lock-leads.server";
import { notifyAffiliates, type NoticeOptions } from "../notifications/notify-affiliate.server";
import { grouped } from "../shared/grouped";

export interface MoveLeadsInput {
  leadIds: readonly string[];
  to: LeadMove;
  /** Why they were lost; the affiliates see it. */
  reason?: string | null;
  /** Whether it is an action on a single lead, with one entry in the audit log. */
  alone?: boolean;
}

/**
 * Marks leads contacted, qualified or lost (LEAD-03, LEAD-13). A won lead can be marked lost only if its deal was
 * canceled (LEAD-16). Each lead has its own result, and a rejected one does not stop the others. Each affiliate of lost
 * leads is notified once. The email and the webhook are sent when the action can no longer be undone (`undoLeads`).
 * Throws `too_many_leads`, `forbidden`.
 */
export async function moveLeads(
  scope: Scope,
  { leadIds, to, reason = null, alone = false }: MoveLeadsInput,
): Promise<LeadBatch> {
  requireStaff(scope);
  const ids = [...new Set(leadIds)];
  if (ids.length > MAX_LEADS) throw new DomainError("too_many_leads", { max: MAX_LEADS });
  const found = await lockLeads(scope, ids);
  const wanted = found.filter((lead) => mayMove(lead.status, to) || (to === "lost" && lead.cancelled));
  const there = found.filter(({ status }) => status === to);
  const others = found.filter((lead) => !wanted.includes(lead) && !there.includes(lead));
  const result = {
    done: wanted.length,
    unchanged: there.length,
    refused: [...others.map((lead) => skippedLead(lead, "lead_not_open")), ...unknownLeads(ids, found)],
  };
  if (wanted.length === 0) return { ...result, batchId: null };

  // The affiliate of the entry identifies whose notification of the loss an undo must remove.
  const steps = wanted.map(({ id, affiliateId }): AuditEvent => ({
    action: `lead.${to}`,
    entity: "lead",
    entityId: id,
    data: { affiliate_id: affiliateId },
  }));
  const batchId = alone
    ? await recordAction(scope, steps[0]!)
    : await recordBatch(scope, { action: `leads.${to}`, steps });
  const from = [...new Set(wanted.map(({ status }) => status))];
  const changed = await changeStatus(scope, {
    leadIds: wanted.map(({ id }) => id),
    from,
    to,
    reason,
    batchId,
  });
  if (changed.length !== wanted.length) throw new Error("leads that were locked have changed");
  if (to === "lost") {
    await notifyLeadLost(scope, changed, reason, { batchId, mailAt: afterUndo(scope.now) });
    const events = changed.map(({ id }) => ({ event: "lead.lost" as const, lead_id: id, batch_id: batchId }));
    await scope.inSavepoint("queueing lead.lost", () => emitEvents(scope, events));
  } else {
    await emitUpdated(
      scope,
      changed.map(({ id }) => id),
    );
  }
  return { ...result, batchId };
}

/** Notifies each affiliate once of their lost leads and the reason. An error is logged, and the leads stay lost. */
async function notifyLeadLost(
  scope: Scope,
  leads: readonly ChangedLead[],
  reason: string | null | undefined,
  options?: NoticeOptions,
): Promise<void> {
  await scope.inSavepoint("notifying affiliates of lost leads", async () => {
    const found = await scope.db.lead.findMany({
      where: { id: { in: leads.map(({ id }) => id) } },
      select: { id: true, affiliateId: true, companyName: true },
      orderBy: { id: "asc" },
    });
    const notices = [...grouped(found, (lead) => lead.affiliateId)].flatMap(([affiliateId, own]) => {
      if (affiliateId === null) return [];
      const { id: leadId, companyName: company } = own[0]!;
      const what = own.length > 1 ? { companies: own.map(({ companyName }) => companyName) } : { leadId, company };
      const why = reason ? { reason } : {};
      return { affiliateId, type: "lead_lost" as const, ...what, ...why };
    });
    await notifyAffiliates(scope, notices, options);
  });
}
