import { runQuery, query, type Query } from "../shared/query-together.server";
import type { Scope } from "../shared/scope";
import { MAX_COUNTED } from "./unread";
import { actingReceiver } from "./receiver";

/** Returns the number of the acting user's unread notifications, at most `MAX_COUNTED`. Throws `forbidden`. */
export async function countUnread(scope: Scope): Promise<number> {
  return runQuery(scope, unreadNotices(scope));
}

/** The query of {@link countUnread}. Throws `forbidden`. */
export function unreadNotices(scope: Scope): Query<number> {
  const receiver = { affiliateId: null, userId: null, ...actingReceiver(scope) };
  // Written out because every page runs it: Postgres plans only the branch that is used.
  return query(([row]: { count: number }[]) => row?.count ?? 0)`
    select count(*)::int as count from (
      select 1 from notification
      where org_id = ${scope.orgId}::uuid and read_at is null
        and case when ${receiver.userId}::uuid is null then affiliate_id = ${receiver.affiliateId}::uuid
                 else user_id = ${receiver.userId}::uuid end
      limit ${MAX_COUNTED}::int
    ) unread`;
}
