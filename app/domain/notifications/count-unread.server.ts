import type { Scope } from "../shared/scope";
import { MOST_COUNTED } from "./unread";
import { actingReceiver } from "./receiver";

/** How many notices the acting person has not read, at most `MOST_COUNTED`. Throws `forbidden`. */
export async function countUnread(scope: Scope): Promise<number> {
  const receiver = { affiliateId: null, userId: null, ...actingReceiver(scope) };
  // Written out, as every page asks: Postgres plans only the branch that is used.
  const [row] = await scope.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from notification
      where org_id = ${scope.orgId}::uuid and read_at is null
        and case when ${receiver.userId}::uuid is null then affiliate_id = ${receiver.affiliateId}::uuid
                 else user_id = ${receiver.userId}::uuid end
      limit ${MOST_COUNTED}::int
    ) unread`;
  return row?.count ?? 0;
}
