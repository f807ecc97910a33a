import { isWon, worthOf } from "../shared/sums-of-period.server";
import { fromDatabase, sumByCurrency } from "../shared/money";
import { noFigures, type GroupFigures } from "./read-breakdown.server";
import type { Period } from "../shared/period";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { wholeMonths } from "../shared/report-period";

/** Ranking criterion: leads of the period, deals closed in it, or their amounts in one currency. */
export type RankBy = "leads" | "deals" | { currency: string };

export interface RankedAffiliate {
  id: string;
  name: string;
  now: GroupFigures;
  before: GroupFigures;
}

/**
 * Ranks up to `most` affiliates by their figures in a period, with their figures in the period to compare with.
 * Affiliates without any are omitted.
 * Throws `forbidden`.
 */
export async function rankAffiliates(
  scope: Scope,
  { period, before, by, most }: { period: Period; before: Period; by: RankBy; most: number },
): Promise<{ top: RankedAffiliate[]; more: boolean }> {
  requireStaff(scope);
  const ranked = await figuresByAffiliate(scope, period, { by, most: most + 1 });
  const ids = [...ranked.keys()].slice(0, most);
  if (ids.length === 0) return { top: [], more: false };
  const earlier = await figuresByAffiliate(scope, before, { ids });
  const names = await scope.db.$queryRaw<{ id: string; name: string }[]>`
    select id, name from affiliate where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[])`;
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const top = ids.map((id) => ({
    id,
    name: nameOf.get(id) ?? "",
    now: ranked.get(id) ?? noFigures,
    before: earlier.get(id) ?? noFigures,
  }));
  return { top, more: ranked.size > most };
}

type Wanted = { by: RankBy; most: number } | { ids: string[] };

/**
 * Returns figures by affiliate: the best ones in order, or those of `ids`. Whole months come from the aggregates, the
 * days before and after them from the rows. The ranking criterion is read for all affiliates, the other figures only
 * for the best ones.
 */
async function figuresByAffiliate(scope: Scope, period: Period, wanted: Wanted) {
  const { months, days } = wholeMonths(period);
  const [ids, by, most] = "ids" in wanted ? [wanted.ids, "leads" as const, null] : [null, wanted.by, wanted.most];
  const what = by === "leads" ? "lead" : "deal";
  const currency = typeof by === "object" ? by.currency : null;
  const { orgId } = scope;
  const rows = await scope.db.$queryRaw<
    { id: string; what: "lead" | "deal"; state: string; currency: string; count: number; amount: bigint }[]
  >(sql`
    with edge as materialized (
      select * from unnest(${days.map(({ from }) => from)}::date[], ${days.map(({ to }) => to)}::date[]) e (first, last)
    ), edges as materialized (
      select l.affiliate_id, 'lead' as what,
             case when l.status = 'converted' then 'won'
                  when l.status = 'qualified' or l.qualified_on is not null then 'qualified' else 'open' end as state,
             '' as currency, count(*) as count, 0::bigint as amount
      from edge join lead l on l.org_id = ${orgId}::uuid and l.submitted_on between edge.first and edge.last
        and l.affiliate_id is not null and (${ids}::uuid[] is null or l.affiliate_id = any(${ids}::uuid[]))
      group by 1, 3
      union all
      select d.affiliate_id, 'deal', 'won', d.currency, count(*), sum(${worthOf})::bigint
      from edge join deal d on d.org_id = ${orgId}::uuid and d.close_date between edge.first and edge.last
        and ${isWon} and d.affiliate_id is not null and (${ids}::uuid[] is null or d.affiliate_id = any(${ids}::uuid[]))
      group by 1, 4
    ), top as materialized (
      select affiliate_id, row_number() over (order by key desc, affiliate_id) as position
      from (
        select affiliate_id, sum(case when ${currency}::text is null then count else amount end) as key
        from (
          select affiliate_id, currency, count, amount
          from aggregate
          where org_id = ${orgId}::uuid and kind = ${`${what}-month`} and affiliate_id is not null
            and state <> 'cancelled' and day between ${months?.from ?? null}::date and ${months?.to ?? null}::date
          union all
          select affiliate_id, currency, count, amount from edges where what = ${what}
        ) part
        where ${ids}::uuid[] is null and (${currency}::text is null or currency = ${currency}::text)
        group by 1 having sum(case when ${currency}::text is null then count else amount end) > 0
        order by key desc, affiliate_id limit ${most}
      ) best
      union all
      select id, position from unnest(${ids}::uuid[]) with ordinality as given (id, position)
    )
    select top.affiliate_id as id, part.what, part.state, part.currency, sum(part.count)::int as count,
           sum(part.amount)::bigint as amount
    from top cross join lateral (
      select k.what, a.state, a.currency, a.count, a.amount
      from (values ('lead', 'lead-month'), ('deal', 'deal-month')) k (what, kind)
      join aggregate a on a.org_id = ${orgId}::uuid and a.affiliate_id = top.affiliate_id and a.kind = k.kind
        and a.state <> 'cancelled' and a.day between ${months?.from ?? null}::date and ${months?.to ?? null}::date
      union all
      select what, state, currency, count, amount from edges where edges.affiliate_id = top.affiliate_id
    ) part
    group by top.affiliate_id, top.position, part.what, part.state, part.currency having sum(part.count) <> 0
    order by top.position`);
  const found = new Map<string, GroupFigures>();
  for (const { id, what, state, currency, count, amount } of rows) {
    const figures = found.get(id) ?? { ...noFigures };
    if (what === "lead") {
      figures.leads += count;
      if (state !== "open") figures.qualified += count;
      if (state === "won") figures.won += count;
    } else {
      figures.deals += count;
      figures.amounts = sumByCurrency([...figures.amounts, { amount: fromDatabase(amount), currency }]);
    }
    found.set(id, figures);
  }
  return found;
}
