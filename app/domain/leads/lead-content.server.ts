import type { Prisma } from "#prisma";
import type { Scope } from "../shared/scope";
import type { LeadWork } from "./lead-work";
import { readWork, writeWork } from "./lead-work.server";

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

/** Columns that the database computes; it refuses other values. */
const without = <Row extends object>(row: Row, ...names: (keyof Row)[]): object => {
  const entries = Object.entries(row).filter(([name]) => !(names as string[]).includes(name));
  return Object.fromEntries(entries);
};

/** Reads all rows of a lead that the caller has locked; null if there is none. */
export async function readContent(scope: Scope, leadId: string) {
  const lead = await scope.db.lead.findFirst({ where: { id: leadId } });
  if (!lead) return null;
  const where = { leadId };
  const notes = await scope.db.leadNote.findMany({ where });
  const messages = await scope.db.leadMessage.findMany({ where });
  const changes = await scope.db.leadStatusChange.findMany({ where });
  const merged = await scope.db.mergedLead.findMany({ where });
  const ownValues = (await scope.db.leadOwnValue.findMany({ where })).map((row) => without(row, "keys", "search"));
  const rows = { notes, messages, changes, ownValues, merged };
  const content: LeadContent = { lead: without(lead, "search"), ...rows, work: await readWork(scope, leadId) };
  const files = [...notes, ...messages].flatMap(({ fileId }) => fileId ?? []);
  return { lead, content, files };
}

/**
 * Writes the rows of a deleted lead again. References to an affiliate who was deleted meanwhile stay empty, and so does
 * a responsible who is none of the `members` any more.
 */
export async function writeContent(
  scope: Scope,
  stored: Prisma.JsonValue,
  members: ReadonlySet<string>,
): Promise<void> {
  const content = stored as unknown as LeadContent;
  const lead = content.lead as Prisma.LeadUncheckedCreateInput;
  const id = lead.id!;
  const affiliates = await lockAffiliates(scope, content);
  const known = <Row extends { affiliateId?: string | null }>(row: Row) =>
    row.affiliateId && !affiliates.has(row.affiliateId) ? { ...row, affiliateId: null } : row;
  // The form was posted again meanwhile, and has made another lead.
  const { submissionId = null } = lead;
  const twin = submissionId && (await scope.db.lead.findFirst({ where: { submissionId }, select: { id: true } }));
  await scope.db.lead.create({ data: known({ ...lead, ...(twin && { submissionId: null }) }) });
  // A trigger has added its row.
  const { responsible } = content.work;
  await writeWork(scope, [id], {
    ...content.work,
    responsible: responsible !== null && members.has(responsible) ? responsible : null,
  });
  await scope.db.leadNote.createMany({ data: content.notes as Prisma.LeadNoteCreateManyInput[] });
  await scope.db.$queryRaw`select 1 from app.restore_lead(${id}::uuid)`;
  const messages = content.messages as Prisma.LeadMessageCreateManyInput[];
  await scope.db.leadMessage.createMany({ data: messages.map(known) });
  await scope.db.leadOwnValue.createMany({
    data: (content.ownValues as Prisma.LeadOwnValueCreateManyInput[]).map(known),
  });
  // Moves the recorded changes of the merged leads, which are here again afterwards.
  await scope.db.mergedLead.createMany({
    data: (content.merged as Prisma.MergedLeadCreateManyInput[]).map(known),
  });
  const changes = content.changes as Prisma.LeadStatusChangeCreateManyInput[];
  await scope.db.leadStatusChange.createMany({ data: changes.map(known) });
  // A trigger has set the days from these changes as if they were new.
  const { qualifiedOn = null, wonOn = null, lostOn = null, updatedAt = scope.now } = lead;
  await scope.db.lead.updateMany({ where: { id }, data: { qualifiedOn, wonOn, lostOn, updatedAt } });
}

/** Locks and returns those affiliates of the rows that still exist. */
async function lockAffiliates(scope: Scope, { lead, messages, merged }: LeadContent): Promise<Set<string>> {
  const rows = [lead, ...messages, ...merged] as { affiliateId: string | null }[];
  const ids = [...new Set(rows.flatMap(({ affiliateId }) => affiliateId ?? []))];
  const found = await scope.db.$queryRaw<{ id: string }[]>`
    select id from affiliate where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[]) order by id for key share`;
  return new Set(found.map(({ id }) => id));
}
