import { LINK_LIFETIME_MS } from "../identity/one-time-link";
import type { Day } from "../shared/dates";
import type { Scope } from "../shared/scope";
import { patternsOf } from "../shared/search";
import { allOf, joined, sql, type Sql } from "../shared/sql";
import { paidAggregates, unpaidAggregates } from "../shared/commission-aggregates";
import type { AffiliateColumn, AffiliateFilter, AffiliateHaving, SignedIn, TermsFilter } from "../affiliates/affiliate";
import type { InvitationState } from "../affiliates/invitation";

// The query that the list, its counts and "all that match" share. `a` is the affiliate and `t` the terms in force.

/** What the query depends on besides the filter. */
export interface QueryFacts {
  today: Day;
  /** The currency by which amounts are sorted: sums are never added across currencies. */
  currency: string;
}

/** A figure by which the list is sorted or filtered. */
type Figure = "leads" | "won" | "due" | "paid";

/** The aggregates behind a figure of the affiliates that `of` selects: affiliate_id, currency, count and amount. */
function aggregatesOf({ orgId }: Scope, today: Day, figure: Figure, of: Sql): Sql {
  if (figure === "paid") return paidAggregates({ orgId, of });
  if (figure === "due")
    return sql`
      select affiliate_id, currency, count - later_count as count, amount - later_amount as amount
      from (${unpaidAggregates({ orgId, today, of })}) unpaid where state = 'open'`;
  const kind = figure === "leads" ? sql`kind = 'lead'` : sql`kind = 'deal-month' and state = 'won'`;
  return sql`
    select affiliate_id, currency, count, amount from aggregate
    where org_id = ${orgId}::uuid and ${of} and ${kind}`;
}

/** The aggregates behind all figures of these affiliates, with the name of the figure. */
export const figureAggregates = (scope: Scope, today: Day, ids: readonly string[]): Sql =>
  joined(
    figures.map(
      (figure) => sql`
        select affiliate_id, currency, ${figure}::text as figure, count, amount
        from (${aggregatesOf(scope, today, figure, sql`affiliate_id = any(${[...ids]}::uuid[])`)}) part`,
    ),
    sql` union all `,
  );

const alias: Record<Figure, Sql> = { leads: sql`leads`, won: sql`won`, due: sql`due`, paid: sql`paid` };
const figures = ["leads", "won", "due", "paid"] as const satisfies readonly Figure[];

/** One figure per affiliate, each from its own range of the index: the size of the organization does not matter. */
const sumOf = (scope: Scope, figure: Figure, { today, currency }: QueryFacts) => sql`
  cross join lateral (
    select coalesce(sum(count), 0)::bigint as count,
           coalesce(sum(amount) filter (where currency = ${currency}), 0)::bigint as amount
    from (${aggregatesOf(scope, today, figure, sql`affiliate_id = a.id`)}) part
  ) ${alias[figure]}`;

const terms = (scope: Scope) => sql`
  left join affiliate_term t on t.org_id = ${scope.orgId}::uuid and t.affiliate_id = a.id and t.status = 'active'`;

const millis = (column: Sql) => sql`coalesce((extract(epoch from ${column}) * 1000)::bigint, 0)`;

/** Sort keys of the columns: text, or whole numbers. */
const keys: Record<AffiliateColumn, { of: Sql; isNumber: boolean }> = {
  name: { of: sql`a.search`, isNumber: false },
  email: { of: sql`a.email`, isNumber: false },
  created: { of: millis(sql`a.created_at`), isNumber: true },
  // Within a section only the state of the invitation differs: not invited, expired, then by the end of the link.
  status: { of: sql`case when a.status = 'invited' then ${millis(sql`a.invited_at`)} else 0 end`, isNumber: true },
  // None, percentages (of tiers the lowest), then fixed amounts.
  terms: {
    of: sql`case when t.id is null then -1 when t.tiers is not null then (t.tiers -> 0 ->> 'rate_bp')::bigint
      when t.fixed_amount is not null then 1000000 + t.fixed_amount else t.rev_share_bp end`,
    isNumber: true,
  },
  leads: { of: sql`leads.count`, isNumber: true },
  won: { of: sql`won.count`, isNumber: true },
  due: { of: sql`due.amount`, isNumber: true },
  paid: { of: sql`paid.amount`, isNumber: true },
  signed_in: { of: millis(sql`a.signed_in_at`), isNumber: true },
};

const validNumber = /^-?\d{1,18}$/;

/** Returns the sort key of a column: as SQL, compared with a value, and whether a text can be its value. */
export function sortKey(by: AffiliateColumn) {
  const { of, isNumber } = keys[by];
  return {
    of,
    value: (text: string) => (isNumber ? sql`${text}::bigint` : sql`${text}::text`),
    valid: (text: string) => (isNumber ? validNumber.test(text) : !text.includes("\0")),
  };
}

const isFigure = (column: AffiliateColumn | undefined): column is Figure => column !== undefined && column in alias;

/** Returns the joined tables that this filter and this order read; figures only if they are asked for. */
export function joinsOf(scope: Scope, facts: QueryFacts, { having, terms: of }: AffiliateFilter, by?: AffiliateColumn) {
  const read = new Set<Figure>();
  if (having) read.add(withFigure[having].figure);
  if (isFigure(by)) read.add(by);
  const tables = [...read].map((figure) => sumOf(scope, figure, facts));
  if (of || by === "terms") tables.unshift(terms(scope));
  return tables.length > 0 ? joined(tables, sql` `) : sql``;
}

/** Builds the conditions for the affiliates that match a search and a filter. */
export function matchingAffiliates(scope: Scope, filter: AffiliateFilter): Sql {
  const { search = "", status, invitation, terms: of, having, signedIn } = filter;
  return allOf([
    sql`a.org_id = ${scope.orgId}::uuid`,
    status ? sql`a.status = ${status}` : null,
    invitation ? sql`a.status = 'invited' and ${inState(invitation, scope.now)}` : null,
    of ? withTerms(scope, of) : null,
    having ? withFigure[having].is : null,
    signedIn ? signedInSince(signedIn, scope.now) : null,
    ...patternsOf(search).map((patterns) => sql`a.search like any (${patterns}::text[])`),
  ]);
}

function inState(state: InvitationState, now: Date): Sql {
  if (state === "none") return sql`a.invited_at is null`;
  const begin = new Date(now.getTime() - LINK_LIFETIME_MS);
  return state === "open" ? sql`a.invited_at > ${begin}::timestamptz` : sql`a.invited_at <= ${begin}::timestamptz`;
}

/** Affiliates get a copy of the standard terms, so terms that say the same are standard terms. */
const isStandard = (scope: Scope) => sql`exists (
  select 1 from standard_term s
  where s.org_id = ${scope.orgId}::uuid and s.status = 'active' and s.cadence = t.cadence and s.currency = t.currency
    and s.rev_share_bp is not distinct from t.rev_share_bp and s.fixed_amount is not distinct from t.fixed_amount
    and s.tiers is not distinct from t.tiers and s.due_when = t.due_when and s.holding_days = t.holding_days)`;

const withTerms = (scope: Scope, of: TermsFilter): Sql => {
  if (of === "none") return sql`t.id is null`;
  const standard = isStandard(scope);
  return of === "standard" ? sql`t.id is not null and ${standard}` : sql`t.id is not null and not ${standard}`;
};

const withFigure: Record<AffiliateHaving, { figure: Figure; is: Sql }> = {
  due: { figure: "due", is: sql`due.count > 0` },
  paid: { figure: "paid", is: sql`paid.count > 0` },
  won: { figure: "won", is: sql`won.count > 0` },
  leads: { figure: "leads", is: sql`leads.count > 0` },
  no_leads: { figure: "leads", is: sql`leads.count = 0` },
};

const DAY_MS = 24 * 60 * 60 * 1000;

function signedInSince(since: SignedIn, now: Date): Sql {
  if (since === "never") return sql`a.signed_in_at is null`;
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return since === "over-90"
    ? sql`a.signed_in_at < ${before(90)}::timestamptz`
    : sql`a.signed_in_at >= ${before(Number(since))}::timestamptz`;
}
