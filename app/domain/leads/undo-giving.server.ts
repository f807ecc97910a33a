import { z } from "zod";
import { recordId } from "../shared/fields";
import type { AuditAction } from "../shared/proofs";
import type { Scope } from "../shared/scope";
import { statusesWithoutDeal } from "./lead";
import type { SkippedLead } from "./lead-batch";
import { skippedLead, type LockedLead } from "./lock-leads.server";
import type { LeadAction, Undoing } from "./undoing";

/** Audit details of a reassigned lead. */
const storedGiving = z.object({
  affiliate_from: recordId.nullable(),
  affiliate_to: recordId.nullable(),
  /** For an undo: the action that it undoes. */
  undoes: recordId.optional(),
});

/**
 * Reassigns leads to their affiliates from before an action. Leads that were reassigned or won since, or whose
 * affiliate was deleted, are kept.
 */
export async function undoReassignment(
  scope: Scope,
  action: LeadAction,
  leads: readonly LockedLead[],
): Promise<Undoing> {
  const entries = await scope.db.auditEntry.findMany({
    where: {
      entityId: { in: action.leadIds },
      action: "lead.edit" satisfies AuditAction,
      createdAt: { gte: action.createdAt },
    },
    select: { entityId: true, batchId: true, data: true },
  });
  const givings = entries.flatMap(({ entityId, batchId, data }) => {
    const read = storedGiving.safeParse(data);
    return read.success ? [{ leadId: entityId, batchId, ...read.data }] : [];
  });
  const owners = await lockOwners(
    scope,
    givings.map(({ affiliate_from }) => affiliate_from),
  );
  const undoing: Undoing = { steps: [], kept: [] };
  const back = new Map<string | null, string[]>();
  for (const lead of leads) {
    const own = givings.filter(({ leadId }) => leadId === lead.id);
    const giving = own.find(({ batchId }) => batchId === action.id);
    if (!giving || own.some(({ undoes }) => undoes === action.id)) continue;
    const { affiliate_from: from, affiliate_to: to } = giving;
    const reason = reasonToKeep(lead, own.length > 1 || lead.affiliateId !== to, !owners.has(from));
    if (reason) {
      undoing.kept.push(skippedLead(lead, reason));
      continue;
    }
    back.set(from, [...(back.get(from) ?? []), lead.id]);
    undoing.steps.push({
      action: "lead.edit",
      entity: "lead",
      entityId: lead.id,
      data: { fields: "", affiliate_from: to, affiliate_to: from, undoes: action.id },
    });
  }
  for (const [affiliateId, ids] of back) {
    await scope.db.lead.updateMany({
      where: { id: { in: ids }, status: { in: statusesWithoutDeal } },
      data: { affiliateId, updatedAt: scope.now },
    });
  }
  return undoing;
}

function reasonToKeep(lead: LockedLead, isGivenOn: boolean, isOwnerGone: boolean): SkippedLead["code"] | null {
  if (!statusesWithoutDeal.includes(lead.status)) return "lead_has_deal";
  return isGivenOn || isOwnerGone ? "changed_meanwhile" : null;
}

/** Locks and returns those affiliates that still exist, plus null for no affiliate. */
async function lockOwners(scope: Scope, ids: (string | null)[]): Promise<Set<string | null>> {
  const affiliates = [...new Set(ids.filter((id) => id !== null))];
  const found = await scope.db.$queryRaw<{ id: string }[]>`
    select id from affiliate where org_id = ${scope.orgId}::uuid and id = any(${affiliates}::uuid[])
    order by id for key share`;
  return new Set([null, ...found.map(({ id }) => id)]);
}
