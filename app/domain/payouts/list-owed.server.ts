import { owesOneOff } from "../deals/owed-commission.server";
import { day, type Day } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Order } from "../shared/order";
import { readCursor, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { patternsOf } from "../shared/search";
import { allOf, sql, type Sql } from "../shared/sql";
import { paidAggregates, unpaidAggregates } from "../shared/commission-aggregates";
import type { Owed, OwedColumn, OwedFigures } from "./owed";

/** Sums of all affiliates in one currency. */
export interface OwedTotal extends OwedFigures {
  currency: string;
  /** Number of affiliates with due commissions. */
  affiliates: number;
}

interface FiguresRow {
  due: bigint;
  due_count: number;
  waiting: bigint;
  planned: bigint;
  paid: bigint;
}

interface OwedRow extends FiguresRow {
  id: string;
  name: string;
  oldest: string | null;
  key: string;
}

const figuresOf = (row: FiguresRow): OwedFigures => ({
  due: fromDatabase(row.due),
  dueCount: row.due_count,
  waiting: fromDatabase(row.waiting),
  planned: fromDatabase(row.planned),
  paid: fromDatabase(row.paid),
});

const amountKey = /^-?\d{1,18}$/;

interface Key {
  of: Sql;
  type: Sql;
  valid: RegExp;
}

/** Sort keys of the columns, as SQL of one type each. Nothing due sorts like the last day. */
const keysOf = (oldest: Sql): Record<OwedColumn, Key> => ({
  name: { of: sql`a.search`, type: sql`text`, valid: /^[\w-]*$/ },
  due: { of: sql`o.due`, type: sql`bigint`, valid: amountKey },
  oldest: { of: sql`coalesce(${oldest}, date '9999-12-31')`, type: sql`date`, valid: /^\d{4}-\d{2}-\d{2}$/ },
  waiting: { of: sql`o.waiting`, type: sql`bigint`, valid: amountKey },
  planned: { of: sql`o.planned`, type: sql`bigint`, valid: amountKey },
  paid: { of: sql`o.paid`, type: sql`bigint`, valid: amountKey },
});

/** Sums by affiliate and currency, from the aggregates. */
const owedBy = (scope: Scope, today: Day, currency: string | null) => sql`
  select affiliate_id, currency,
         coalesce(sum(amount - later_amount) filter (where state = 'open'), 0)::bigint as due,
         coalesce(sum(count - later_count) filter (where state = 'open'), 0)::int as due_count,
         coalesce(sum(amount - later_amount) filter (where state = 'waiting'), 0)::bigint as waiting,
         sum(later_amount)::bigint as planned,
         coalesce(sum(amount) filter (where state = 'paid'), 0)::bigint as paid
  from (
    ${unpaidAggregates({ orgId: scope.orgId, today, of: sql`affiliate_id is not null` })}
    union all
    select affiliate_id, currency, 'paid', count, amount, 0, 0
    from (${paidAggregates({ orgId: scope.orgId, of: sql`affiliate_id is not null` })}) paid
  ) part
  where ${currency}::text is null or currency = ${currency}::text
  group by 1, 2 having sum(count) <> 0`;

/**
 * The day since which the oldest commission of `o` is due. Unpaid commissions are counted by their day, so it is the
 * first day with a remaining count. Postgres reads it only for the rows of the page, unless they are sorted by it.
 */
const oldestOf = (scope: Scope, today: Day) => sql`(
  select min(first.day) from (values ('one-off', 'open'), ('monthly', 'pending')) k (kind, state)
  cross join lateral (
    select day from aggregate
    where org_id = ${scope.orgId}::uuid and affiliate_id = o.affiliate_id and kind = k.kind and state = k.state
      and day <= ${today}::date and currency = o.currency
    group by day having sum(count) > 0 order by day limit 1
  ) first)`;

/** Numbers of due commissions that `of` selects and that are in payouts of runs that are not paid, by affiliate. */
const inRuns = (scope: Scope, today: Day, currency: string, of: Sql) => {
  const held = sql`
    org_id = ${scope.orgId}::uuid and ${of} and payout_id is not null and due_on <= ${today}::date`;
  return sql`
    select affiliate_id as id, count(*)::int as count from (
      select affiliate_id from deal where ${held} and commission_currency = ${currency} and ${owesOneOff}
      union all
      select affiliate_id from commission_payment where ${held} and currency = ${currency} and status = 'pending'
    ) l
    group by 1`;
};

/**
 * Counts the due commissions of these affiliates that are in a payout of a run which is not paid, by affiliate. They
 * cannot be marked as paid one by one. Throws `forbidden`.
 */
export async function countInRuns(
  scope: Scope,
  { currency, ids }: { currency: string; ids: readonly string[] },
): Promise<Map<string, number>> {
  requireStaff(scope);
  if (ids.length === 0) return new Map();
  const of = sql`affiliate_id = any(${ids}::uuid[])`;
  const rows = await scope.db.$queryRaw<{ id: string; count: number }[]>(
    inRuns(scope, await scope.today(), currency, of),
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * Counts the affiliates whose due commissions in this currency are all in payouts of runs that are not paid, so that
 * none can be marked as paid. Throws `forbidden`.
 */
export async function countWhollyInRuns(scope: Scope, currency: string): Promise<number> {
  requireStaff(scope);
  const today = await scope.today();
  // Only payouts that are not paid have unpaid commissions, and they are few.
  const of = sql`payout_id in (
    select id from payout where org_id = ${scope.orgId}::uuid and state in ('draft', 'open'))`;
  const [row] = await scope.db.$queryRaw<{ count: number }[]>(sql`
    select count(*)::int as count from (${inRuns(scope, today, currency, of)}) r
    cross join lateral (
      select sum(count - later_count) as count
      from (${unpaidAggregates({ orgId: scope.orgId, today, of: sql`affiliate_id = r.id` })}) unpaid
      where state = 'open' and currency = ${currency}
    ) due
    where due.count <= r.count`);
  return row?.count ?? 0;
}

const found = (search: string): Sql[] =>
  patternsOf(search).map((patterns) => sql`a.search like any (${patterns}::text[])`);

/**
 * Returns a page of the affiliates with commissions in this currency, with what they are owed and were paid (WORK-02).
 * `search` limits it to names and email addresses. Throws `forbidden`.
 */
export async function listOwed(
  scope: Scope,
  { currency, search = "" }: { currency: string; search?: string },
  order: Order<OwedColumn>,
  cursor: string | null = null,
): Promise<Page<Owed>> {
  requireStaff(scope);
  const today = await scope.today();
  const oldest = oldestOf(scope, today);
  const key = keysOf(oldest)[order.by];
  const pageCursor = readCursor({ cursor }, order.direction, (text) => key.valid.test(text));
  const { from, direction, take } = pageCursor;
  const [before, way] = direction === "desc" ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const value = from && (order.by === "name" ? Buffer.from(from.key, "base64url").toString() : from.key);
  const conditions = allOf([
    sql`a.org_id = ${scope.orgId}::uuid`,
    ...found(search),
    from && sql`(${key.of}, a.id) ${before} (${value}::${key.type}, ${from.id}::uuid)`,
  ]);
  const rows = await scope.db.$queryRaw<OwedRow[]>(sql`
    select a.id, a.name, o.due, o.due_count, ${oldest}::text as oldest, o.waiting, o.planned, o.paid,
           ${key.of}::text as key
    from (${owedBy(scope, today, currency)}) o join affiliate a on a.id = o.affiliate_id
    where ${conditions}
    order by ${key.of} ${way}, a.id ${way} limit ${take}`);
  const page = pageCursor.page(rows, (row) =>
    order.by === "name" ? Buffer.from(row.key).toString("base64url") : row.key,
  );
  const owed = page.rows.map((row): Owed => {
    const { id, name, oldest } = row;
    return { id, name, ...figuresOf(row), oldest: oldest === null ? null : day(oldest) };
  });
  return { ...page, rows: owed };
}

/**
 * Returns the sums of the affiliates that `search` finds, one per currency, the one with the most due commissions
 * first. Throws `forbidden`.
 */
export async function totalOwed(scope: Scope, search = ""): Promise<OwedTotal[]> {
  requireStaff(scope);
  const conditions = allOf([sql`a.org_id = ${scope.orgId}::uuid`, ...found(search)]);
  const rows = await scope.db.$queryRaw<(FiguresRow & { currency: string; affiliates: number })[]>(sql`
    select o.currency, count(*) filter (where o.due_count > 0)::int as affiliates, sum(o.due_count)::int as due_count,
           sum(o.due)::bigint as due, sum(o.waiting)::bigint as waiting, sum(o.planned)::bigint as planned,
           sum(o.paid)::bigint as paid
    from (${owedBy(scope, await scope.today(), null)}) o join affiliate a on a.id = o.affiliate_id
    where ${conditions}
    group by o.currency order by due_count desc, affiliates desc, o.currency`);
  return rows.map((row) => ({ currency: row.currency, affiliates: row.affiliates, ...figuresOf(row) }));
}
