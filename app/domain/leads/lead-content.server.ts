import type { Prisma } from "#prisma";
import { DomainError } from "../shared/errors";
import { grouped } from "../shared/grouped";
import type { Scope } from "../shared/scope";
import type { LeadWork } from "./lead-work";
import { readWorks } from "./lead-work.server";

/** The rows of a deleted lead, as the database has them but for what it computes. */
interface LeadContent {
  lead: object;
  notes: object[];
  messages: object[];
  changes: object[];
  ownValues: object[];
  /** The work on it. */
  work: LeadWork;
  /** Leads that were merged into it. */
  merged: object[];
}

/** Limit for the notes and messages of leads that are deleted together, because all of them are read. */
export const MAX_DELETED_ENTRIES = 5_000;

/** Columns that the database computes; it refuses other values. */
const without = <Row extends object>(row: Row, ...names: (keyof Row)[]): object => {
  const entries = Object.entries(row).filter(([name]) => !(names as string[]).includes(name));
  return Object.fromEntries(entries);
};

/**
 * Reads all rows of leads that the caller has locked, by lead id, and the files of their notes and messages.
 * Throws `lead_delete_large` (not for a single lead).
 */
export async function readContents(
  scope: Scope,
  leadIds: string[],
): Promise<Map<string, { content: LeadContent; files: string[] }>> {
  const { db } = scope;
  const where = { leadId: { in: leadIds } };
  if (leadIds.length > 1) {
    const entries = (await db.leadNote.count({ where })) + (await db.leadMessage.count({ where }));
    if (entries > MAX_DELETED_ENTRIES) throw new DomainError("lead_delete_large", { max: MAX_DELETED_ENTRIES });
  }
  const leads = await db.lead.findMany({ where: { id: { in: leadIds } } });
  const notes = grouped(await db.leadNote.findMany({ where }), ofLead);
  const messages = grouped(await db.leadMessage.findMany({ where }), ofLead);
  const changes = grouped(await db.leadStatusChange.findMany({ where }), ofLead);
  const merged = grouped(await db.mergedLead.findMany({ where }), ofLead);
  const ownValues = grouped(await db.leadOwnValue.findMany({ where }), ofLead);
  const works = await readWorks(scope, leadIds);
  return new Map(
    leads.map((lead) => {
      const { id } = lead;
      const own = { notes: notes.get(id) ?? [], messages: messages.get(id) ?? [] };
      const content: LeadContent = {
        lead: without(lead, "search"),
        ...own,
        changes: changes.get(id) ?? [],
        ownValues: (ownValues.get(id) ?? []).map((row) => without(row, "keys", "search")),
        merged: merged.get(id) ?? [],
        work: works.get(id)!,
      };
      return [id, { content, files: [...own.notes, ...own.messages].flatMap(({ fileId }) => fileId ?? []) }];
    }),
  );
}

const ofLead = ({ leadId }: { leadId: string }) => leadId;

/**
 * Writes the rows of deleted leads again. References to an affiliate who was deleted meanwhile stay empty, and so does
 * a responsible who is none of the `members` any more.
 */
export async function writeContents(
  scope: Scope,
  stored: readonly Prisma.JsonValue[],
  members: ReadonlySet<string>,
): Promise<void> {
  const contents = stored as unknown as LeadContent[];
  const leads = contents.map(({ lead }) => lead as Prisma.LeadCreateManyInput & { id: string });
  const ids = leads.map(({ id }) => id);
  const affiliates = await lockAffiliates(scope, contents);
  const known = <Row extends { affiliateId?: string | null }>(row: Row) =>
    row.affiliateId && !affiliates.has(row.affiliateId) ? { ...row, affiliateId: null } : row;
  const all = <Row>(part: "notes" | "messages" | "changes" | "ownValues" | "merged") =>
    contents.flatMap((content) => content[part] as Row[]);
  const twins = await usedSubmissions(scope, leads);
  await scope.db.lead.createMany({
    data: leads.map((lead) =>
      known({ ...lead, ...(lead.submissionId && twins.has(lead.submissionId) && { submissionId: null }) }),
    ),
  });
  await writeWorks(
    scope,
    ids,
    contents.map(({ work }) => ({
      ...work,
      responsible: work.responsible !== null && members.has(work.responsible) ? work.responsible : null,
    })),
  );
  await scope.db.leadNote.createMany({ data: all<Prisma.LeadNoteCreateManyInput>("notes") });
  await scope.db.$queryRaw`select 1 from app.restore_leads(${ids}::uuid[])`;
  await scope.db.leadMessage.createMany({ data: all<Prisma.LeadMessageCreateManyInput>("messages").map(known) });
  await scope.db.leadOwnValue.createMany({ data: all<Prisma.LeadOwnValueCreateManyInput>("ownValues").map(known) });
  // Moves the recorded changes of the merged leads, which are here again afterwards.
  await scope.db.mergedLead.createMany({ data: all<Prisma.MergedLeadCreateManyInput>("merged").map(known) });
  await scope.db.leadStatusChange.createMany({
    data: all<Prisma.LeadStatusChangeCreateManyInput>("changes").map(known),
  });
  await writeDays(scope, leads);
}

/** Returns the form ids of these leads with which another lead was made meanwhile, because a form was posted again. */
async function usedSubmissions(
  scope: Scope,
  leads: readonly { submissionId?: string | null }[],
): Promise<Set<string | null>> {
  const ids = leads.flatMap(({ submissionId }) => submissionId ?? []);
  const twins = await scope.db.lead.findMany({
    where: { submissionId: { in: ids } },
    select: { submissionId: true },
  });
  return new Set(twins.map(({ submissionId }) => submissionId));
}

/** Writes the work on new leads, whose rows a trigger has added. */
async function writeWorks(scope: Scope, leadIds: string[], works: readonly LeadWork[]): Promise<void> {
  await scope.db.$executeRaw`
    update lead_work w
    set responsible = kept.responsible, next_step = kept.next_step, next_step_on = kept.next_step_on
    from unnest(${leadIds}::uuid[], ${works.map(({ responsible }) => responsible)}::uuid[],
        ${works.map(({ nextStep }) => nextStep)}::text[], ${works.map(({ nextStepOn }) => nextStepOn)}::date[])
      kept (id, responsible, next_step, next_step_on)
    where w.org_id = ${scope.orgId}::uuid and w.lead_id = kept.id`;
}

/** Writes the days of each status, which a trigger has set from the recorded changes as if they were new. */
async function writeDays(scope: Scope, leads: readonly (Prisma.LeadCreateManyInput & { id: string })[]): Promise<void> {
  await scope.db.$executeRaw`
    update lead l set qualified_on = kept.qualified_on, won_on = kept.won_on, lost_on = kept.lost_on,
      updated_at = kept.updated_at
    from unnest(${leads.map(({ id }) => id)}::uuid[], ${leads.map(({ qualifiedOn }) => qualifiedOn ?? null)}::date[],
        ${leads.map(({ wonOn }) => wonOn ?? null)}::date[], ${leads.map(({ lostOn }) => lostOn ?? null)}::date[],
        ${leads.map(({ updatedAt }) => updatedAt ?? scope.now)}::timestamptz[])
      kept (id, qualified_on, won_on, lost_on, updated_at)
    where l.org_id = ${scope.orgId}::uuid and l.id = kept.id`;
}

/** Locks and returns those affiliates of the rows that still exist. */
async function lockAffiliates(scope: Scope, contents: readonly LeadContent[]): Promise<Set<string>> {
  const rows = contents.flatMap(({ lead, messages, merged }) => [lead, ...messages, ...merged]);
  const ids = [...new Set((rows as { affiliateId: string | null }[]).flatMap(({ affiliateId }) => affiliateId ?? []))];
  const found = await scope.db.$queryRaw<{ id: string }[]>`
    select id from affiliate where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[]) order by id for key share`;
  return new Set(found.map(({ id }) => id));
}
