import { leadSources, type LeadSource } from "../leads/lead";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import type { Period } from "../shared/period";
import { requireStaff } from "../shared/permissions";
import { partsOf } from "../shared/report-period";
import type { Scope } from "../shared/scope";
import { namesOfActors } from "../audit/audit-names.server";

/**
 * Leads by how they came, or by the member who added them; deals by their lead's source, or by the member who was
 * responsible for the lead when it was won, or else by who won them.
 */
export type BreakdownBy = "source" | "member";

/** Figures of one group in a period, defined as in the figures of the organization. */
export interface GroupFigures {
  leads: number;
  qualified: number;
  won: number;
  deals: number;
  amounts: Money[];
}

export interface Group {
  /** A source, or the id of a user. */
  key: string;
  /** Name of the member; null for a source, and for a member who was erased. */
  name: string | null;
  now: GroupFigures;
  before: GroupFigures;
}

/** The figures of a group without any. */
export const noFigures: GroupFigures = { leads: 0, qualified: 0, won: 0, deals: 0, amounts: [] };

type Line = { index: number; what: "lead" | "deal"; state: string; currency: string; count: bigint; amount: bigint };

/**
 * Reads leads and deals of a period by source or by member, with the period to compare with. They come from the
 * aggregates, so the time does not depend on the number of leads. Sources are in their fixed order, members by leads.
 * Groups without figures in both periods are omitted.
 * Throws `forbidden`.
 */
export async function readBreakdown(
  scope: Scope,
  by: BreakdownBy,
  { period, before }: { period: Period; before: Period },
): Promise<Group[]> {
  requireStaff(scope);
  const parts = partsOf([period, before]);
  const lines = await scope.db.$queryRaw<Line[]>`
    select part.index, k.what, a.state, a.currency, sum(a.count)::bigint as count, sum(a.amount)::bigint as amount
    from unnest(${parts.map(({ index }) => index)}::int[], ${parts.map(({ unit }) => unit)}::text[],
                ${parts.map(({ from }) => from)}::date[], ${parts.map(({ to }) => to)}::date[])
           part (index, unit, first, last)
    cross join (values ('lead'), ('deal')) k (what)
    cross join lateral (
      select a.state, a.currency, sum(a.count) as count, sum(a.amount) as amount
      from aggregate a
      where a.org_id = ${scope.orgId}::uuid and a.affiliate_id is null
        and a.kind = k.what || '-' || ${by} || '-' || part.unit and a.day between part.first and part.last
        -- As in the condition of the index.
        and a.kind in ('lead-source-day', 'lead-source-month', 'lead-member-day', 'lead-member-month',
                       'deal-source-day', 'deal-source-month', 'deal-member-day', 'deal-member-month')
      group by 1, 2
    ) a
    group by 1, 2, 3, 4 having sum(a.count) <> 0`;
  const figures = [0, 1].map((index) => figuresByKey(lines.filter((line) => line.index === index)));
  const keys = [...new Set(figures.flatMap((one) => [...one.keys()]))];
  const names = by === "member" ? await namesOfActors(scope, keys.map(actorOf)) : new Map<string, string>();
  const groups = keys.map((key): Group => ({
    key,
    name: names.get(actorOf(key).actor) ?? null,
    now: figures[0]!.get(key) ?? noFigures,
    before: figures[1]!.get(key) ?? noFigures,
  }));
  if (by === "source") {
    return groups.sort((a, b) => leadSources.indexOf(a.key as LeadSource) - leadSources.indexOf(b.key as LeadSource));
  }
  return groups.sort((a, b) => b.now.leads - a.now.leads || b.now.deals - a.now.deals || (a.key < b.key ? -1 : 1));
}

const actorOf = (userId: string) => ({ actor: `member:${userId}` });

function figuresByKey(lines: readonly Line[]): Map<string, GroupFigures> {
  const found = new Map<string, GroupFigures>();
  for (const { what, state, currency, count, amount } of lines) {
    const [key, step] = state.split(":") as [string, string | undefined];
    const figures = found.get(key) ?? { ...noFigures };
    const number = Number(count);
    if (what === "lead") {
      figures.leads += number;
      if (step !== "open") figures.qualified += number;
      if (step === "won") figures.won += number;
    } else {
      figures.deals += number;
      figures.amounts = sumByCurrency([...figures.amounts, { amount: fromDatabase(amount), currency }]);
    }
    found.set(key, figures);
  }
  return found;
}
