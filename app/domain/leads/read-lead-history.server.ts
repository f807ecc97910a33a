import { namesOfActors } from "../audit/audit-names.server";
import { actorOf, type AuditActor } from "../audit/list-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** One thing that happened to a lead. */
export interface LeadEvent {
  kind: "submitted" | "added" | "edited" | "qualified" | "won" | "lost";
  /** ISO moment. */
  at: string;
  /** Null where that was not kept. */
  by: AuditActor | null;
  /** What was won. */
  deal: { id: string; title: string } | null;
  /** Of an edit, what the audit log keeps of it. */
  data: Record<string, unknown>;
}

/** What the audit log tells of a lead. */
const kinds = {
  "lead.add": "added",
  "lead.edit": "edited",
  "lead.qualified": "qualified",
  "lead.lost": "lost",
} as const;

/** A lead may have been corrected any number of times; the latest of that are told. */
const MOST_ENTRIES = 30;

/**
 * What became of a lead of the organisation, from the beginning: from its row, its deals and the audit log, each found by an
 * index. Empty for an id it does not have. Throws `forbidden`.
 */
export async function readLeadHistory(scope: Scope, leadId: string): Promise<LeadEvent[]> {
  requireStaff(scope);
  const lead = await scope.db.lead.findFirst({
    where: { id: leadId },
    select: {
      ...{ createdAt: true, createdBy: true, qualifiedAt: true },
      deals: { select: { id: true, title: true, createdAt: true, createdBy: true }, orderBy: { id: "asc" } },
    },
  });
  if (!lead) return [];
  const entries = await scope.db.auditEntry.findMany({
    where: { entityId: leadId, action: { in: Object.keys(kinds) } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST_ENTRIES,
  });
  const member = (userId: string | null) => `member:${userId}`;
  const people = [lead, ...lead.deals].map(({ createdBy }) => ({ actor: member(createdBy) }));
  const names = await namesOfActors(scope, [
    ...entries,
    ...people.filter(({ actor }) => actor !== member(null)),
  ]);
  const none = { deal: null, data: {} };
  const events: LeadEvent[] = [
    ...entries.map((entry) => ({
      kind: kinds[entry.action as keyof typeof kinds],
      at: entry.createdAt.toISOString(),
      by: actorOf(entry.actor, names),
      deal: null,
      data: entry.data as LeadEvent["data"],
    })),
    ...lead.deals.map(({ id, title, createdAt, createdBy }) => ({
      kind: "won" as const,
      at: createdAt.toISOString(),
      by: createdBy ? actorOf(member(createdBy), names) : null,
      deal: { id, title },
      data: {},
    })),
  ];
  const told = new Set(events.map(({ kind }) => kind));
  if (!told.has("added")) {
    const start = await beginning(scope, lead.createdBy, names);
    events.push({ at: lead.createdAt.toISOString(), ...start, ...none });
  }
  if (lead.qualifiedAt && !told.has("qualified")) {
    events.push({ kind: "qualified", at: lead.qualifiedAt.toISOString(), by: null, ...none });
  }
  return events.sort((one, two) => (one.at < two.at ? -1 : one.at > two.at ? 1 : 0));
}

/** How a lead came of which the log tells nothing: from staff, an affiliate, or nobody knows whom. */
async function beginning(
  scope: Scope,
  userId: string | null,
  names: Map<string, string>,
): Promise<Pick<LeadEvent, "kind" | "by">> {
  if (!userId) return { kind: "submitted", by: null };
  const staff = names.get(`member:${userId}`);
  if (staff) return { kind: "added", by: { kind: "member", name: staff } };
  const affiliate = await scope.db.affiliate.findFirst({ where: { userId }, select: { name: true } });
  return { kind: "submitted", by: affiliate && { kind: "affiliate", name: affiliate.name } };
}
