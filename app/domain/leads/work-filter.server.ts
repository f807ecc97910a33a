import { dateFromDay, dayFromDate, isDay, type Day } from "../shared/dates";
import { actingUser } from "../shared/permissions";
import { readCursor, type Page, type PageRequest } from "../shared/page";
import type { Order } from "../shared/order";
import type { Scope } from "../shared/scope";
import { allOf, joined, sql, type Sql } from "../shared/sql";
import { NO_AFFILIATE } from "../shared/id-digits";
import type { LeadStatus } from "./lead";
import { MINE, NO_MEMBER } from "./lead-work";
import { isOfWork, momentsOf, type LeadFilter } from "./lead-filter";

// Open leads by their responsible member and their next step (WORK-07). Everything is read from lead_work, whose
// indexes start with what the filter fixes and continue with the order of the list.

/** Returns the user id that the filter means; undefined for all. */
function responsibleIn(scope: Scope, { responsible }: LeadFilter): string | null | undefined {
  if (!responsible) return undefined;
  if (responsible === NO_MEMBER) return null;
  // Keys and jobs are responsible for nothing, so they find none.
  return responsible === MINE ? (actingUser(scope) ?? scope.orgId) : responsible;
}

/** Returns the filter as a Prisma condition of a lead, for leads that a search has found. */
export async function ofWork(scope: Scope, filter: LeadFilter): Promise<object> {
  if (!isOfWork(filter)) return {};
  const responsible = responsibleIn(scope, filter);
  const today = dateFromDay(await scope.today());
  const day = filter.step && { today, overdue: { lt: today }, none: null }[filter.step];
  return {
    work: { is: { ...(responsible !== undefined && { responsible }), ...(filter.step && { nextStepOn: day }) } },
  };
}

/** The orders of such a list: the newest leads, or those overdue for longest. */
export type WorkOrder = "created" | "due";

/** Builds the conditions on `lead_work w`, and on `lead l` where the filter needs it. */
async function conditionsOf(scope: Scope, filter: LeadFilter) {
  const responsible = responsibleIn(scope, filter);
  const today = await scope.today();
  const { affiliate, period, reached } = filter;
  const moments = period && momentsOf(period);
  const work = allOf([
    sql`w.org_id = ${scope.orgId}::uuid and w.status = one.status`,
    responsible === undefined
      ? null
      : responsible === null
        ? sql`w.responsible is null`
        : sql`w.responsible = ${responsible}::uuid`,
    filter.step === "today" ? sql`w.next_step_on = ${today}::date` : null,
    filter.step === "overdue" ? sql`w.next_step_on < ${today}::date` : null,
    filter.step === "none" ? sql`w.next_step_on is null` : null,
    moments ? sql`w.created_at >= ${moments.gte} and w.created_at < ${moments.lt}` : null,
  ]);
  const isLeadNeeded = affiliate !== null || Boolean(period) || Boolean(reached);
  // Equal in both tables, so that the planner may order and select by the indexes of either.
  const from = isLeadNeeded
    ? sql`lead_work w join lead l on l.org_id = ${scope.orgId}::uuid and l.id = w.lead_id and l.status = w.status
        and l.created_at = w.created_at`
    : sql`lead_work w`;
  const lead = [
    affiliate === null
      ? null
      : affiliate === NO_AFFILIATE
        ? sql`l.affiliate_id is null`
        : sql`l.affiliate_id = ${affiliate}::uuid`,
    period ? sql`l.submitted_on between ${period.from}::date and ${period.to}::date` : null,
    reached === "won" ? sql`l.status = 'converted'` : null,
    reached === "qualified" ? sql`(l.status in ('qualified', 'converted') or l.qualified_on is not null)` : null,
  ];
  return { from, where: allOf([work, ...lead]), responsible };
}

/** Counts the leads of a filter by status, at most `most` of each. */
export async function countWork(
  scope: Scope,
  filter: LeadFilter,
  statuses: readonly LeadStatus[],
  most: number,
): Promise<Map<LeadStatus, number>> {
  const { from, where } = await conditionsOf(scope, filter);
  const rows = await scope.db.$queryRaw<{ status: LeadStatus; count: number }[]>(sql`
    select one.status, counted.count from unnest(${[...statuses]}::text[]) one (status)
    cross join lateral (
      select count(*)::int as count from (select 1 from ${from} where ${where} limit ${most}) found) counted`);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

interface Row {
  id: string;
  created_at: Date;
  next_step_on: Date | null;
}

interface WorkListQuery extends PageRequest {
  statuses: readonly LeadStatus[];
  filter: LeadFilter;
  order: Order<WorkOrder>;
  size?: number | undefined;
}

type Placed = { createdAt: Date; nextStepOn: Date | null };

/** The place of a lead in such a list, for a cursor; null for a lead without a day in a list ordered by it. */
export function workKey(by: WorkOrder, { createdAt, nextStepOn }: Placed): string | null {
  if (by === "created") return String(createdAt.getTime());
  return nextStepOn && `${dayFromDate(nextStepOn)}_${createdAt.getTime()}`;
}

const DUE_KEY = /^(\d{4}-\d\d-\d\d)_(\d{1,13})$/;

const isKey = (by: WorkOrder) => (key: string) =>
  by === "created" ? /^\d{1,13}$/.test(key) : isDay(DUE_KEY.exec(key)?.[1] ?? "");

/** Returns the ids of a page. Staff only; the caller checks the permission. */
export async function pageOfWork(scope: Scope, wanted: WorkListQuery): Promise<Page<string>> {
  const { filter, statuses, order } = wanted;
  const cursor = readCursor(wanted, order.direction, isKey(order.by), wanted.size);
  const { from, where, responsible } = await conditionsOf(scope, filter);
  const isUp = cursor.direction === "asc";
  const towards = isUp ? sql`asc` : sql`desc`;
  // A column that must be null is named too: Postgres orders by the index only then.
  const columns = [
    responsible === null ? sql`responsible` : null,
    filter.step === "none" || order.by === "due" ? sql`next_step_on` : null,
    sql`created_at`,
    sql`lead_id`,
  ].filter((column) => column !== null);
  const ordered = (table: Sql) =>
    joined(
      columns.map((column) => sql`${table}${column} ${towards}`),
      sql`, `,
    );
  const rows = await scope.db.$queryRaw<Row[]>(sql`
    select found.lead_id as id, found.created_at, found.next_step_on
    from unnest(${[...statuses]}::text[]) one (status)
    cross join lateral (
      select w.lead_id, w.created_at, w.next_step_on, w.responsible from ${from}
      where ${allOf([where, afterKey(order.by, cursor)])} order by ${ordered(sql`w.`)} limit ${cursor.take}
    ) found
    order by ${ordered(sql`found.`)} limit ${cursor.take}`);
  const { rows: found, ...page } = cursor.page(
    rows,
    (row) => workKey(order.by, { createdAt: row.created_at, nextStepOn: row.next_step_on }) ?? "",
  );
  return { ...page, rows: found.map(({ id }) => id) };
}

function afterKey(by: WorkOrder, { from, comparison }: ReturnType<typeof readCursor>): Sql | null {
  if (!from) return null;
  const than = comparison === "gt" ? sql`>` : sql`<`;
  if (by === "created") {
    return sql`(w.created_at, w.lead_id) ${than} (${new Date(Number(from.key))}::timestamptz, ${from.id}::uuid)`;
  }
  const [, day, moment] = DUE_KEY.exec(from.key)!;
  return sql`(w.next_step_on, w.created_at, w.lead_id) ${than}
    (${day as Day}::date, ${new Date(Number(moment))}::timestamptz, ${from.id}::uuid)`;
}
