import { requireStaff } from "../shared/permissions";
import { emitUpdated } from "./emit-updated.server";
import { openLeadStatuses, type LeadStatus } from "./lead";
import type { Scope } from "../shared/scope";

/** Leads that one transaction hands over. */
const AT_ONCE = 1_000;

/** Counts the open leads that a member is responsible for, up to a limit. Throws `forbidden`. */
export async function countLeadsOfMember(scope: Scope, userId: string, most: number): Promise<number> {
  requireStaff(scope);
  const [row] = await scope.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from lead_work where org_id = ${scope.orgId}::uuid and responsible = ${userId}::uuid
        and status = any(${openLeadStatuses}::text[]) limit ${most}) one`;
  return row?.count ?? 0;
}

/**
 * Hands over some of the leads of a former member, or leaves them to nobody. Returns whether there may be more. A
 * member who has come back keeps theirs. Throws `forbidden`.
 */
export async function releaseLeads(scope: Scope, { from, to }: { from: string; to: string | null }): Promise<boolean> {
  requireStaff(scope);
  const members = await scope.db.membership.findMany({
    where: { userId: { in: [from, ...(to ? [to] : [])] }, role: { in: ["owner", "member"] } },
    select: { userId: true },
  });
  const isThere = (userId: string | null) => members.some((member) => member.userId === userId);
  if (isThere(from)) return false;
  const heir = isThere(to) ? to : null;
  const released = await scope.db.$queryRaw<{ id: string; status: LeadStatus }[]>`
    update lead_work set responsible = ${heir}::uuid where org_id = ${scope.orgId}::uuid and lead_id in (
      select lead_id from lead_work where org_id = ${scope.orgId}::uuid and responsible = ${from}::uuid
      limit ${AT_ONCE} for no key update)
    returning lead_id as id, status`;
  // Closed leads have no reminders.
  const open = released.filter(({ status }) => openLeadStatuses.includes(status));
  await emitUpdated(
    scope,
    open.map(({ id }) => id),
  );
  return released.length === AT_ONCE;
}
