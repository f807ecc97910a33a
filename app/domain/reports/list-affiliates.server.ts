import { readPeople } from "../identity/read-people.server";
import { grouped } from "../shared/grouped";
import { fromDatabase, type Money } from "../shared/money";
import type { Order } from "../shared/order";
import { readCursor, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { allOf, sql } from "../shared/sql";
import type { StandardRules } from "../terms/term";
import { rulesOf } from "../terms/term-row.server";
import { sections, type AffiliateColumn, type AffiliateFilter, type AffiliateStatus } from "../affiliates/affiliate";
import { figureAggregates, joinsOf, matchingAffiliates, sortKey } from "./affiliate-query.server";
import { invitationOf } from "../affiliates/invitation";

/** What an affiliate has brought and earned. Money is per currency, never summed across currencies. */
export interface AffiliateFigures {
  leads: number;
  /** Won deals, without canceled ones. */
  won: number;
  due: Money[];
  paid: Money[];
}

export interface AffiliateRow extends AffiliateFigures {
  id: string;
  name: string;
  email: string;
  status: AffiliateStatus;
  createdAt: string;
  /** The terms in force; null without terms. */
  terms: StandardRules | null;
  /** ISO time of the last visit to the portal; null for never. */
  signedInAt: string | null;
  /** The last invitation email to an affiliate who has not signed in yet; ISO times. */
  invited: { sentAt: string; validUntil: string; expired: boolean } | null;
  /** Whether a mail server has reported that the address does not exist. */
  refused: boolean;
}

const usual: Order<AffiliateColumn> = { by: "created", direction: "desc" };

/** Reads what the query of the list depends on. */
async function factsOf(scope: Scope) {
  return { today: await scope.today(), currency: (await scope.organization()).defaultCurrency };
}

/**
 * Returns a page of the organization's affiliates, searched by name or email address without regard to case and accents
 * (AFF-01), with what they have brought and earned (WORK-03). Rows are sorted within each section, and a page may end
 * one section and begin the next. Amounts are sorted by those in the default currency of the organization.
 * Throws `forbidden`.
 */
export async function listAffiliates(
  scope: Scope,
  filter: AffiliateFilter,
  order: Order<AffiliateColumn> = usual,
  cursor: string | null = null,
  size?: number,
): Promise<Page<AffiliateRow>> {
  requireStaff(scope);
  const facts = await factsOf(scope);
  const key = sortKey(order.by);
  const { status, invitation } = filter;
  const wanted = sections.filter(
    (section) => (!status || section === status) && (!invitation || section === "invited"),
  );
  const validKey = (text: string) => wanted.some((one) => one === sectionOf(text)) && key.valid(valueOf(text));
  const pageCursor = readCursor({ cursor }, order.direction, validKey, size);
  const { from, direction, take } = pageCursor;
  const begun = from && sectionOf(from.key);
  const read = direction === order.direction ? wanted : wanted.toReversed();
  const ahead = begun ? read.slice(read.findIndex((section) => section === begun)) : read;
  const [beyond, way] = direction === "desc" ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const found: { id: string; status: string; key: string }[] = [];
  for (const section of ahead) {
    const missing = take - found.length;
    if (missing === 0) break;
    const conditions = allOf(
      [
        matchingAffiliates(scope, { ...filter, status: section }),
        from &&
          section === begun &&
          sql`(${key.of}, a.id) ${beyond} (${key.value(valueOf(from.key))}, ${from.id}::uuid)`,
      ].map((one) => one || null),
    );
    found.push(
      ...(await scope.db.$queryRaw<typeof found>(sql`
        select a.id, a.status, (${key.of})::text as key
        from affiliate a ${joinsOf(scope, facts, filter, order.by)}
        where ${conditions}
        order by ${key.of} ${way}, a.id ${way} limit ${missing}::int`)),
    );
  }
  const { rows: shown, ...page } = pageCursor.page(found, (row) => keyOf(row.status, row.key));
  return {
    ...page,
    rows: await readRows(
      scope,
      shown.map(({ id }) => id),
    ),
  };
}

/** Reads the rows with these ids, in this order. */
async function readRows(scope: Scope, ids: readonly string[]): Promise<AffiliateRow[]> {
  if (ids.length === 0) return [];
  const affiliates = await scope.db.affiliate.findMany({
    where: { id: { in: [...ids] } },
    include: { terms: { where: { status: "active" } }, membership: { select: { userId: true } } },
  });
  const people = await readPeople(
    scope,
    affiliates.map(({ membership }) => membership.userId),
  );
  const figures = await readFigures(scope, ids);
  const rows = affiliates.map((row): AffiliateRow => {
    const invited = row.status === "invited" && row.invitedAt ? invitationOf(row.invitedAt, scope.now) : null;
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      status: row.status as AffiliateStatus,
      createdAt: row.createdAt.toISOString(),
      terms: row.terms[0] ? rulesOf(row.terms[0]) : null,
      signedInAt: row.signedInAt?.toISOString() ?? null,
      invited: invited && {
        sentAt: invited.sentAt.toISOString(),
        validUntil: invited.validUntil.toISOString(),
        expired: invited.expired,
      },
      refused: people.get(row.membership.userId)?.refused ?? false,
      ...figures(row.id),
    };
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reads the figures of these affiliates from the aggregates. */
async function readFigures(scope: Scope, ids: readonly string[]): Promise<(id: string) => AffiliateFigures> {
  type Row = { id: string; currency: string; leads: bigint; won: bigint; due: bigint; paid: bigint };
  const rows = await scope.db.$queryRaw<Row[]>(sql`
    select affiliate_id as id, currency,
           coalesce(sum(count) filter (where figure = 'leads'), 0)::bigint as leads,
           coalesce(sum(count) filter (where figure = 'won'), 0)::bigint as won,
           coalesce(sum(amount) filter (where figure = 'due'), 0)::bigint as due,
           coalesce(sum(amount) filter (where figure = 'paid'), 0)::bigint as paid
    from (${figureAggregates(scope, await scope.today(), ids)}) part
    group by 1, 2 order by 2`);
  const byId = grouped(rows, ({ id }) => id);
  return (id) => {
    const own = byId.get(id) ?? [];
    const sum = (of: "leads" | "won") => own.reduce((count, row) => count + Number(row[of]), 0);
    const money = (of: "due" | "paid") =>
      own.flatMap((row) => (row[of] === 0n ? [] : [{ amount: fromDatabase(row[of]), currency: row.currency }]));
    return { leads: sum("leads"), won: sum("won"), due: money("due"), paid: money("paid") };
  };
}

/**
 * Counts the affiliates of each status that match a search and a filter.
 * Throws `forbidden`.
 */
export async function countAffiliates(
  scope: Scope,
  filter: AffiliateFilter = {},
): Promise<Record<AffiliateStatus, number>> {
  requireStaff(scope);
  const groups = await scope.db.$queryRaw<{ status: string; count: number }[]>(sql`
    select a.status, count(*)::int as count
    from affiliate a ${joinsOf(scope, await factsOf(scope), filter)}
    where ${matchingAffiliates(scope, filter)} group by 1`);
  const count = (of: AffiliateStatus) => groups.find((group) => group.status === of)?.count ?? 0;
  return { active: count("active"), invited: count("invited"), inactive: count("inactive") };
}

/**
 * Returns the ids of the affiliates that match a filter, of all pages, by name; at most `limit`.
 * Throws `forbidden`.
 */
export async function findAffiliates(scope: Scope, filter: AffiliateFilter, limit: number): Promise<string[]> {
  requireStaff(scope);
  const rows = await scope.db.$queryRaw<{ id: string }[]>(sql`
    select a.id from affiliate a ${joinsOf(scope, await factsOf(scope), filter)}
    where ${matchingAffiliates(scope, filter)} order by a.search, a.id limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

/**
 * Returns whether the organization has an affiliate.
 * Throws `forbidden`.
 */
export async function hasAffiliates(scope: Scope): Promise<boolean> {
  requireStaff(scope);
  return (await scope.db.affiliate.findFirst({ select: { id: true } })) !== null;
}

// A key is the section followed by the value by which the section is sorted. It is encoded because names can contain
// any character.

const keyOf = (section: string, value: string) => Buffer.from(`${section} ${value}`).toString("base64url");
const textOf = (key: string) => Buffer.from(key, "base64url").toString();
const sectionOf = (key: string) => textOf(key).split(" ", 1)[0]!;
const valueOf = (key: string) => textOf(key).slice(sectionOf(key).length + 1);
