import type { Prisma } from "#prisma";
import { recordAction, recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { notifyAffiliates } from "../notifications/notify-affiliate.server";
import { DomainError } from "../shared/errors";
import { grouped } from "../shared/grouped";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { afterUndo } from "../shared/undo";
import { emitEvents } from "../webhooks/emit-event.server";
import { queueForgetting } from "./forget-undo.server";
import type { LeadStatus } from "./lead";
import { MAX_LEADS, type LeadBatch } from "./lead-batch";
import { readContents } from "./lead-content.server";
import { lockLeads, skippedLead, unknownLeads, type LockedLead } from "./lock-leads.server";

export interface DeletedLead {
  /** Id for `undoLeads`. */
  batchId: string;
  company: string;
}

/**
 * Deletes a lead without deals, as {@link deleteLeads} does for several.
 * Throws `not_found`, `lead_delete_deals`, `forbidden`.
 */
export async function deleteLead(
  scope: Scope,
  { leadId, reason }: { leadId: string; reason: string | null },
): Promise<DeletedLead> {
  const { refused, batchId, deleted } = await remove(scope, [leadId], reason, true);
  const [lead] = deleted;
  if (batchId === null || !lead) throw new DomainError(refused[0]?.code ?? "not_found");
  return { batchId, company: lead.company };
}

/**
 * Deletes leads, with their notes, messages, files and history (WORK-04, WORK-11). Leads with deals are skipped and
 * reported. Each affiliate is notified once, with the reason, when undoing is no longer possible (`undoLeads`); until
 * then the rows are kept. The number of statements does not depend on the number of leads.
 * Throws `too_many_leads`, `lead_delete_large`, `forbidden`.
 */
export async function deleteLeads(
  scope: Scope,
  { leadIds, reason }: { leadIds: readonly string[]; reason: string | null },
): Promise<LeadBatch> {
  const { deleted: _, ...batch } = await remove(scope, [...new Set(leadIds)], reason, false);
  return batch;
}

/** Returns those of these leads that cannot be deleted, because a deal was won from them. */
export async function undeletableLeads(
  scope: Scope,
  leads: readonly { id: string; status: LeadStatus }[],
): Promise<Set<string>> {
  const where = { leadId: { in: leads.map(({ id }) => id) } };
  const deals = await scope.db.deal.findMany({ where, select: { leadId: true } });
  const converted = leads.filter(({ status }) => status === "converted").map(({ id }) => id);
  return new Set([...deals.map(({ leadId }) => leadId), ...converted]);
}

/** @param alone whether it is an action on a single lead, with one entry in the audit log */
async function remove(
  scope: Scope,
  ids: string[],
  reason: string | null,
  alone: boolean,
): Promise<LeadBatch & { deleted: LockedLead[] }> {
  requireStaff(scope);
  if (ids.length > MAX_LEADS) throw new DomainError("too_many_leads", { max: MAX_LEADS });
  // Not `no key update`: a message that is being written would be deleted without having been kept.
  await scope.db.$queryRaw`
    select 1 from lead where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[]) order by id for update`;
  const found = await lockLeads(scope, ids);
  const stay = await undeletableLeads(scope, found);
  const deleted = found.filter(({ id }) => !stay.has(id));
  const result = {
    done: deleted.length,
    unchanged: 0,
    refused: [
      ...found.filter(({ id }) => stay.has(id)).map((lead) => skippedLead(lead, "lead_delete_deals")),
      ...unknownLeads(ids, found),
    ],
    deleted,
  };
  if (deleted.length === 0) return { ...result, batchId: null };

  const gone = deleted.map(({ id }) => id);
  const contents = await readContents(scope, gone);
  // The affiliate of the entry identifies whose notification an undo must remove.
  const steps = deleted.map(({ id, affiliateId }): AuditEvent => ({
    action: "lead.delete",
    entity: "lead",
    entityId: id,
    data: { affiliate_id: affiliateId },
  }));
  const batchId = alone
    ? await recordAction(scope, steps[0]!)
    : await recordBatch(scope, { action: "leads.delete", steps });
  await scope.db.lead.deleteMany({ where: { id: { in: gone } } });
  await scope.db.deletedLead.createMany({
    data: deleted.map(({ id, affiliateId }) => {
      const { content, files } = contents.get(id)!;
      const stored = JSON.parse(JSON.stringify(content)) as Prisma.InputJsonObject;
      return { id, affiliateId, reason, batchId, files, deletedAt: scope.now, content: stored };
    }),
  });
  await queueForgetting(scope, batchId);
  await notifyOfDeletion(scope, deleted, reason, batchId);
  const events = gone.map((id) => ({ event: "lead.deleted" as const, lead_id: id, batch_id: batchId }));
  await scope.inSavepoint("queueing lead.deleted", () => emitEvents(scope, events));
  return { ...result, batchId };
}

/** Notifies each affiliate once of their deleted leads. An error is logged, and the leads stay deleted. */
async function notifyOfDeletion(
  scope: Scope,
  leads: readonly LockedLead[],
  reason: string | null,
  batchId: string,
): Promise<void> {
  const notices = [...grouped(leads, (lead) => lead.affiliateId)].flatMap(([affiliateId, own]) => {
    if (affiliateId === null) return [];
    const companies = own.map(({ company }) => company);
    const what = companies.length > 1 ? { companies } : { company: companies[0]! };
    return { affiliateId, type: "lead_deleted" as const, ...what, ...(reason && { reason }) };
  });
  const told = () => notifyAffiliates(scope, notices, { batchId, mailAt: afterUndo(scope.now) });
  await scope.inSavepoint("notifying affiliates of deleted leads", told);
}
