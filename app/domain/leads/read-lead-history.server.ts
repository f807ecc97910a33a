import { readDetails, type AuditDetails } from "../audit/audit-details";
import { namesOfActors } from "../audit/audit-names.server";
import { actorOf, type AuditActor } from "../audit/list-audit.server";
import { requireStaff } from "../shared/permissions";
import type { AuditAction } from "../shared/proofs";
import type { Scope } from "../shared/scope";
import { changeOf, type LeadChange } from "./lead";

/** An event in the history of a lead. */
export interface LeadEvent {
  kind: "submitted" | "added" | "imported" | "edited" | "erased" | "merged" | "won" | LeadChange;
  /** ISO time. */
  at: string;
  /** Null if the actor was not recorded. */
  by: AuditActor | null;
  /** The won deal. */
  deal: { id: string; title: string } | null;
  /** Why the lead was lost. */
  reason: string | null;
  /** Details of an edit in the audit log. */
  data: AuditDetails;
}

/** Audit actions in the history of a lead, besides status changes. */
const kinds = {
  "lead.add": "added",
  "lead.import": "imported",
  "lead.edit": "edited",
  "lead.erase": "erased",
  "lead.merge": "merged",
} as const satisfies Partial<Record<AuditAction, LeadEvent["kind"]>>;

/** Limit for the shown edits and changes, latest first, because a lead may have any number of them. */
const MAX_ENTRIES = 30;

/**
 * Reads the history of a lead, oldest first, from its row, its status changes, its deals and the audit log. Each query
 * uses an index. Empty for an unknown id.
 * Throws `forbidden`.
 */
export async function readLeadHistory(scope: Scope, leadId: string): Promise<LeadEvent[]> {
  requireStaff(scope);
  const lead = await scope.db.lead.findFirst({
    where: { id: leadId },
    select: {
      createdAt: true,
      createdBy: true,
      deals: { select: { id: true, title: true, createdAt: true, createdBy: true }, orderBy: { id: "asc" } },
      // Excluded because the deals show when the lead was won.
      changes: {
        where: { toStatus: { not: "converted" } },
        orderBy: [{ createdAt: "desc" }],
        take: MAX_ENTRIES,
      },
    },
  });
  if (!lead) return [];
  const merged = await scope.db.mergedLead.findMany({ where: { leadId }, select: { id: true } });
  const entries = await scope.db.auditEntry.findMany({
    where: { entityId: { in: [leadId, ...merged.map(({ id }) => id)] }, action: { in: Object.keys(kinds) } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_ENTRIES,
  });
  const member = (userId: string | null) => `member:${userId}`;
  const people = [lead, ...lead.deals].map(({ createdBy }) => ({ actor: member(createdBy) }));
  const names = await namesOfActors(scope, [
    ...entries,
    ...lead.changes,
    ...people.filter(({ actor }) => actor !== member(null)),
  ]);
  const none = { deal: null, reason: null, data: {} };
  const events: LeadEvent[] = [
    ...entries.map((entry) => ({
      ...none,
      kind: kinds[entry.action as keyof typeof kinds],
      at: entry.createdAt.toISOString(),
      by: actorOf(entry.actor, names),
      data: readDetails(entry, scope.log),
    })),
    ...lead.changes.map((change) => ({
      ...none,
      kind: changeOf(change as Parameters<typeof changeOf>[0]),
      at: change.createdAt.toISOString(),
      by: actorOf(change.actor, names),
      reason: change.reason,
    })),
    ...lead.deals.map(({ id, title, createdAt, createdBy }) => ({
      ...none,
      kind: "won" as const,
      at: createdAt.toISOString(),
      by: createdBy ? actorOf(member(createdBy), names) : null,
      deal: { id, title },
    })),
  ];
  const isOwn = ({ entityId, action }: (typeof entries)[number]) =>
    entityId === leadId && (action === "lead.add" || action === "lead.import");
  if (!entries.some(isOwn)) {
    const start = await beginning(scope, lead.createdBy, names);
    events.push({ ...none, at: lead.createdAt.toISOString(), ...start });
  }
  return events.sort((one, two) => (one.at < two.at ? -1 : one.at > two.at ? 1 : 0));
}

/** Returns the origin of a lead without an audit entry: staff, an affiliate, or unknown. */
async function beginning(
  scope: Scope,
  userId: string | null,
  names: Map<string, string>,
): Promise<Pick<LeadEvent, "kind" | "by">> {
  if (!userId) return { kind: "submitted", by: null };
  const staff = names.get(`member:${userId}`);
  if (staff) return { kind: "added", by: { kind: "member", name: staff } };
  // Two queries, because a cluster has the two tables on different nodes.
  const membership = await scope.db.membership.findFirst({
    where: { userId, role: "affiliate" },
    select: { affiliateId: true },
  });
  const id = membership?.affiliateId;
  const affiliate = id ? await scope.db.affiliate.findFirst({ where: { id }, select: { name: true } }) : null;
  return { kind: "submitted", by: affiliate && { kind: "affiliate", name: affiliate.name } };
}
