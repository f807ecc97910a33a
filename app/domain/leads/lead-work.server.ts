import { readMembers } from "../members/list-members.server";
import { dateFromDay, dayFromDate } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { noWork, type LeadWork } from "./lead-work";

interface Row {
  responsible: string | null;
  nextStep: string | null;
  nextStepOn: Date | null;
}

/** Returns the work on a lead as the domain knows it; a missing row is no work. */
export const workOf = (row: Row | null): LeadWork =>
  row
    ? {
        responsible: row.responsible,
        nextStep: row.nextStep,
        nextStepOn: row.nextStepOn && dayFromDate(row.nextStepOn),
      }
    : noWork;

/** Reads the work on a lead. Staff only; the database shows affiliates none. */
export async function readWork(scope: Scope, leadId: string): Promise<LeadWork> {
  return workOf(await scope.db.leadWork.findFirst({ where: { leadId } }));
}

/** Reads the work on several leads, by lead id. */
export async function readWorks(scope: Scope, leadIds: readonly string[]): Promise<Map<string, LeadWork>> {
  const rows = await scope.db.leadWork.findMany({ where: { leadId: { in: [...leadIds] } } });
  const known = new Map(rows.map((row) => [row.leadId, workOf(row)]));
  return new Map(leadIds.map((id) => [id, known.get(id) ?? noWork]));
}

/** Returns the names of the members who are responsible for some of these leads, by user id. */
export async function responsibleNames(
  scope: Scope,
  works: readonly { responsible: string | null }[],
): Promise<Map<string, string>> {
  if (works.every(({ responsible }) => responsible === null)) return new Map();
  return new Map((await readMembers(scope)).map(({ id, name }) => [id, name]));
}

/**
 * Checks work before it is written: the responsible is a member, and a next step has a text and a day. A cluster
 * allows reading the members only before the transaction writes.
 * Throws `not_found` (field responsible), `next_step_required` (field next_step), `next_step_day_required` (field
 * next_step_on).
 */
export async function requireValidWork(scope: Scope, work: LeadWork, before: LeadWork = noWork): Promise<void> {
  const { responsible, nextStep, nextStepOn } = work;
  if (nextStep === null && nextStepOn !== null) throw new DomainError("next_step_required", {}, "next_step");
  if (nextStep !== null && nextStepOn === null) throw new DomainError("next_step_day_required", {}, "next_step_on");
  if (responsible !== null && responsible !== before.responsible) await requireMember(scope, responsible);
}

/** Throws `not_found` (field responsible) unless the user is a member. */
export async function requireMember(scope: Scope, userId: string): Promise<void> {
  const members = await readMembers(scope);
  if (!members.some(({ id }) => id === userId)) throw new DomainError("not_found", {}, "responsible");
}

/**
 * Writes the work on leads that the transaction has locked or created. The caller has checked it. A new next step ends
 * the undo of an action on several leads (set-next-steps.server.ts), which would overwrite it.
 */
export async function writeWork(
  scope: Scope,
  leadIds: string[],
  { nextStepOn, ...work }: Partial<LeadWork>,
): Promise<void> {
  await scope.db.leadWork.updateMany({
    where: { leadId: { in: leadIds } },
    data: {
      ...work,
      ...(nextStepOn !== undefined && { nextStepOn: nextStepOn && dateFromDay(nextStepOn) }),
      ...(work.nextStep !== undefined && { stepBatch: null, earlierStep: null, earlierStepOn: null }),
    },
  });
}
