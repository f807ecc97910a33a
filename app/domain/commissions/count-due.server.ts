import { runQuery, query, type Query } from "../shared/query-together.server";
import { requireStaff } from "../shared/permissions";
import type { Day } from "../shared/dates";
import type { Scope } from "../shared/scope";

/** Counts the due, unpaid commissions, monthly and one-off. Throws `forbidden`. */
export async function countDue(scope: Scope): Promise<number> {
  return runQuery(scope, dueCommissions(scope, await scope.today()));
}

/** The query of {@link countDue}: `due.count` of totalPayments. Every page runs it, so it reads nothing else. */
export function dueCommissions(scope: Scope, today: Day): Query<number> {
  requireStaff(scope);
  // One sub-select for each kind lets Postgres read each kind from its own range of the index.
  return query(([row]: { count: number }[]) => row?.count ?? 0)`
    select coalesce(sum(due.count), 0)::int as count
    from (values ('one-off', 'open'), ('monthly', 'pending')) k (kind, state)
    cross join lateral (
      select sum(a.count) as count from aggregate a
      where a.org_id = ${scope.orgId}::uuid and a.affiliate_id is null
        and a.kind = k.kind and a.state = k.state and a.day <= ${today}::date
    ) due`;
}
