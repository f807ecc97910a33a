import type { Prisma } from "#prisma";
import { recordAction } from "../audit/record-audit.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { afterUndo, undoEnds } from "../shared/undo";
import { emitEvents } from "../webhooks/emit-event.server";
import { readContent } from "./lead-content.server";

export interface DeletedLead {
  /** Id for `undoLeads`. */
  batchId: string;
  company: string;
}

/** Time after the last chance to undo, for a request that is still running. */
const MARGIN_MS = 60_000;

/**
 * Deletes a lead without deals, with its notes, messages, files and history (WORK-11). Its affiliate is notified with
 * the reason when undoing is no longer possible (`undoLeads`); until then its rows are kept.
 * Throws `not_found`, `lead_delete_deals`, `forbidden`.
 */
export async function deleteLead(
  scope: Scope,
  { leadId, reason }: { leadId: string; reason: string | null },
): Promise<DeletedLead> {
  requireStaff(scope);
  // Not `no key update`: a message that is being written would be deleted without having been kept.
  await scope.db.$queryRaw`
    select 1 from lead where org_id = ${scope.orgId}::uuid and id = ${leadId}::uuid for update`;
  const found = await readContent(scope, leadId);
  if (!found) throw new DomainError("not_found");
  const { lead, content, files } = found;
  const deal = await scope.db.deal.findFirst({ where: { leadId }, select: { id: true } });
  if (deal || lead.status === "converted") throw new DomainError("lead_delete_deals");
  const { affiliateId, companyName: company } = lead;

  const batchId = await recordAction(scope, {
    action: "lead.delete",
    entity: "lead",
    entityId: leadId,
    data: { affiliate_id: affiliateId },
  });
  await scope.db.lead.deleteMany({ where: { id: leadId } });
  await scope.db.deletedLead.create({
    data: {
      id: leadId,
      affiliateId,
      reason,
      batchId,
      files,
      deletedAt: scope.now,
      content: JSON.parse(JSON.stringify(content)) as Prisma.InputJsonObject,
    },
  });
  const forgottenAt = new Date(undoEnds(scope.now).getTime() + MARGIN_MS);
  await scope.enqueue("lead.forget", { lead_id: leadId, batch_id: batchId }, { runAt: forgottenAt });
  if (affiliateId) {
    const notice = { affiliateId, type: "lead_deleted" as const, company, ...(reason && { reason }) };
    const told = () => notifyAffiliate(scope, notice, { batchId, mailAt: afterUndo(scope.now) });
    await scope.inSavepoint("notifying the affiliate of a deleted lead", told);
  }
  const event = { event: "lead.deleted", lead_id: leadId, batch_id: batchId } as const;
  await scope.inSavepoint("queueing lead.deleted", () => emitEvents(scope, [event]));
  return { batchId, company };
}
