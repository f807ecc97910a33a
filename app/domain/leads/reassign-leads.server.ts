import { recordBatch, type AuditEvent } from "../audit/record-audit.server";
import type { AffiliateStatus } from "../affiliates/affiliate";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { emitUpdated } from "./emit-updated.server";
import { statusesWithoutDeal } from "./lead";
import { MAX_LEADS, type LeadBatch } from "./lead-batch";
import { lockLeads, skippedLead, unknownLeads } from "./lock-leads.server";

export interface ReassignLeadsInput {
  leadIds: readonly string[];
  /** Null for no affiliate. */
  affiliateId: string | null;
}

/**
 * Reassigns leads to an affiliate, or to none (LEAD-13). Leads with a deal are skipped and reported, because their
 * commission is owed to their affiliate. No one is notified, as when a single lead is edited.
 * Throws `not_found` and `lead_affiliate_inactive` (field affiliate_id), `too_many_leads`, `forbidden`.
 */
export async function reassignLeads(scope: Scope, { leadIds, affiliateId }: ReassignLeadsInput): Promise<LeadBatch> {
  requireStaff(scope);
  const ids = [...new Set(leadIds)];
  if (ids.length > MAX_LEADS) throw new DomainError("too_many_leads", { max: MAX_LEADS });
  const found = await lockLeads(scope, ids);
  if (affiliateId) await lockReceiver(scope, affiliateId);
  const there = found.filter((lead) => lead.affiliateId === affiliateId);
  const others = found.filter((lead) => !there.includes(lead));
  const given = others.filter(({ status }) => statusesWithoutDeal.includes(status));
  const result = {
    done: given.length,
    unchanged: there.length,
    refused: [
      ...others.filter((lead) => !given.includes(lead)).map((lead) => skippedLead(lead, "lead_has_deal")),
      ...unknownLeads(ids, found),
    ],
  };
  if (given.length === 0) return { ...result, batchId: null };

  const steps = given.map((lead): AuditEvent => ({
    action: "lead.edit",
    entity: "lead",
    entityId: lead.id,
    data: { fields: "", affiliate_from: lead.affiliateId, affiliate_to: affiliateId },
  }));
  const batchId = await recordBatch(scope, { action: "leads.give", data: { affiliate_to: affiliateId }, steps });
  const changed = given.map(({ id }) => id);
  const { count } = await scope.db.lead.updateMany({
    where: { id: { in: changed }, status: { in: statusesWithoutDeal } },
    data: { affiliateId, updatedAt: scope.now },
  });
  if (count !== given.length) throw new Error("leads that were locked have changed");
  await emitUpdated(scope, changed);
  return { ...result, batchId };
}

/** Locks the affiliate, so that it is neither deleted nor set inactive until the transaction ends. */
async function lockReceiver(scope: Scope, id: string): Promise<void> {
  const [affiliate] = await scope.db.$queryRaw<{ status: AffiliateStatus }[]>`
    select status from affiliate where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for share`;
  if (!affiliate) throw new DomainError("not_found", {}, "affiliate_id");
  if (affiliate.status === "inactive") throw new DomainError("lead_affiliate_inactive", {}, "affiliate_id");
}
