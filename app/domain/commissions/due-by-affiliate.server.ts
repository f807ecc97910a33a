import { runQuery, query, type Query } from "../shared/query-together.server";
import type { Day } from "../shared/dates";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import { owesOneOff } from "../deals/owed-commission.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

export interface DueOfAffiliate {
  affiliateId: string;
  name: string;
  count: number;
  /** One sum per currency. */
  amounts: Money[];
}

export interface DueSummary {
  top: DueOfAffiliate[];
  /** Whether other affiliates are owed something too. */
  more: boolean;
}

interface OwedRow {
  id: string;
  name: string;
  currency: string;
  count: number;
  amount: string;
  rank: number;
}

/** Number of the longest-due payments from which the affiliates are chosen. */
const LOOKED_AT = 200;

/**
 * Returns up to `most` affiliates with due commissions, monthly and one-off. They are those with the most payments
 * among the 200 payments that have been due longest. The sums are exact, because they come from the aggregates. Reading
 * all due payments would become slower as their number grows. Throws `forbidden`.
 */
export async function dueByAffiliate(scope: Scope, most: number): Promise<DueSummary> {
  return runQuery(scope, dueOfAffiliates(scope, await scope.today(), most));
}

/** The query of {@link dueByAffiliate}. Throws `forbidden`. */
export function dueOfAffiliates(scope: Scope, today: Day, most: number): Query<DueSummary> {
  requireStaff(scope);
  return query((rows: OwedRow[]) => summaryOf(rows, most))`
    with oldest as (
      select affiliate_id from (
        (select affiliate_id, due_on as due, id from commission_payment
         where org_id = ${scope.orgId}::uuid and status = 'pending' and due_on <= ${today}::date
         order by due_on, id limit ${LOOKED_AT})
        union all
        (select affiliate_id, due_on, id from deal
         where org_id = ${scope.orgId}::uuid and ${owesOneOff} and affiliate_id is not null and due_on <= ${today}::date
         order by due_on, id limit ${LOOKED_AT})
      ) both_kinds
      order by due, id limit ${LOOKED_AT}
    ), owed as (
      select affiliate_id, row_number() over (order by count(*) desc, affiliate_id)::int as rank
      from oldest group by affiliate_id
      order by rank limit ${most + 1}
    )
    select o.affiliate_id as id, a.name, t.currency, t.count, t.amount, o.rank
    from owed o join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = o.affiliate_id
    cross join lateral (
      select currency, sum(count)::bigint as count, sum(amount)::text as amount
      from aggregate
      where org_id = ${scope.orgId}::uuid and affiliate_id = o.affiliate_id and kind in ('one-off', 'monthly')
        and state in ('open', 'pending') and day <= ${today}::date
      group by currency having sum(count) <> 0
    ) t
    order by o.rank, t.currency`;
}

function summaryOf(rows: OwedRow[], most: number): DueSummary {
  const top = new Map<string, DueOfAffiliate>();
  for (const { id, name, currency, count, amount } of rows.filter(({ rank }) => rank <= most)) {
    const found = top.get(id) ?? { affiliateId: id, name, count: 0, amounts: [] };
    found.count += count;
    found.amounts = sumByCurrency([...found.amounts, { amount: fromDatabase(BigInt(amount)), currency }]);
    top.set(id, found);
  }
  const byCount = [...top.values()].sort((a, b) => b.count - a.count);
  return { top: byCount, more: rows.some(({ rank }) => rank > most) };
}
