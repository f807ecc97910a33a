import { queryAlone, query, type Query } from "../shared/query-together.server";
import { requireStaff } from "../shared/permissions";
import type { Day } from "../shared/dates";
import type { Scope } from "../shared/scope";

/** How many commissions are due and not paid, monthly and one-off ones. Throws `forbidden`. */
export async function countDue(scope: Scope): Promise<number> {
  return queryAlone(scope, dueCommissions(scope, await scope.today()));
}

/** The query behind {@link countDue}: `due.count` of totalPayments. Every page asks it, so nothing else is read. */
export function dueCommissions(scope: Scope, today: Day): Query<number> {
  requireStaff(scope);
  // A sub-select for each kind, so that each is read from its own stretch of the index.
  return query(([row]: { count: number }[]) => row?.count ?? 0)`
    select coalesce(sum(due.count), 0)::int as count
    from (values ('one-off', 'open'), ('monthly', 'pending')) k (kind, state)
    cross join lateral (
      select sum(a.count) as count from aggregate a
      where a.org_id = ${scope.orgId}::uuid and a.affiliate_id is null
        and a.kind = k.kind and a.state = k.state and a.day <= ${today}::date
    ) due`;
}
