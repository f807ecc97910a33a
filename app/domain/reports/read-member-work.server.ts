import { openLeadStatuses } from "../leads/lead";
import { NO_MEMBER } from "../leads/lead-work";
import { readMembers } from "../members/list-members.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import { MAX_MEMBER_LEADS, type MemberGroup, type MemberWork } from "./member-work";
import { noFigures, type Group } from "./read-breakdown.server";

/**
 * Adds to the groups of a report by member what each is responsible for today (WORK-07), whatever the period. Members
 * without figures follow if they are responsible for an open lead, and last {@link NO_MEMBER} if nobody is for some.
 * Throws `forbidden`.
 */
export async function withMemberWork(scope: Scope, groups: readonly Group[]): Promise<MemberGroup[]> {
  requireStaff(scope);
  const members = await readMembers(scope);
  const names = new Map<string, string | null>([
    ...members.map(({ id, name }): [string, string] => [id, name]),
    [NO_MEMBER, null],
  ]);
  const work = await workOfMembers(
    scope,
    members.map(({ id }) => id),
  );
  const listed = new Set(groups.map(({ key }) => key));
  const others = [...names].filter(([key]) => !listed.has(key) && work.get(key)!.open > 0);
  return [
    ...groups.map((group) => ({ ...group, work: work.get(group.key) ?? null })),
    ...others.map(([key, name]) => ({ key, name, now: noFigures, before: noFigures, work: work.get(key)! })),
  ];
}

/** Counts by the indexes of lead_work, one range per member, so the time does not depend on the number of leads. */
async function workOfMembers(scope: Scope, ids: string[]): Promise<Map<string, MemberWork>> {
  const today = await scope.today();
  const open = sql`w.org_id = ${scope.orgId}::uuid and w.status = any(${[...openLeadStatuses]}::text[])`;
  const overdue = sql`${open} and w.next_step_on < ${today}::date`;
  const counted = (where: Sql) =>
    sql`(select count(*)::int from (select 1 from lead_work w where ${where} limit ${MAX_MEMBER_LEADS}::int) l)`;
  const of = (responsible: Sql) => sql`
    ${counted(sql`${open} and ${responsible}`)} as open, ${counted(sql`${overdue} and ${responsible}`)} as overdue`;
  const rows = await scope.db.$queryRaw<(MemberWork & { id: string })[]>(sql`
    select one.id::text as id, ${of(sql`w.responsible = one.id`)} from unnest(${ids}::uuid[]) one (id)
    union all
    select ${NO_MEMBER}, ${of(sql`w.responsible is null`)}`);
  return new Map(rows.map(({ id, ...work }) => [id, work]));
}
