import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { deleteOwnViews } from "../views/edit-view.server";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { lockMembers, lockMembersAsOwner, requireAnotherOwner } from "./lock-members.server";
import { readMember } from "./list-members.server";

/** More leads are not counted. */
const MAX_COUNTED = 1_000;

/**
 * Removes a member. Their sessions in the organization end in the same transaction, and they are notified by email
 * unless they leave themselves. Their actions stay. Owners may remove any member, other members only themselves.
 * The job `leads.release` hands their leads over. The entry of the log says how many open ones there are, and how many
 * API keys of theirs go on working.
 * @param options.isTold false if they are notified otherwise, because their account is deleted
 * @param options.heir the member who becomes responsible for their leads; null for nobody
 * Throws `not_found` (also field heir), `last_owner`, `forbidden`.
 */
export async function removeMember(
  scope: Scope,
  userId: string,
  { isTold = true, heir = null }: { isTold?: boolean; heir?: string | null } = {},
): Promise<void> {
  const leaves = scope.actor.kind === "member" && scope.actor.userId === userId;
  const members = await (leaves ? lockMembers(scope) : lockMembersAsOwner(scope));
  const role = members.get(userId);
  const person = role && (await readMember(scope, userId));
  if (!person) throw new DomainError("not_found");
  if (role === "owner") requireAnotherOwner(members, userId);
  if (heir !== null && (heir === userId || !members.has(heir))) throw new DomainError("not_found", {}, "heir");
  // The keys belong to the organization and stay valid. The log records their number for the owners.
  const keys = await scope.db.apiKey.count({ where: { createdBy: userId, revokedAt: null } });
  const leads = await countOpenLeads(scope, userId);
  await scope.db.$queryRaw`select 1 from app.end_sessions(${userId}::uuid)`;
  await deleteOwnViews(scope, userId);
  await scope.db.membership.deleteMany({ where: { userId, role } });
  await recordAudit(scope, {
    action: leaves ? "member.leave" : "member.remove",
    entity: "member",
    entityId: userId,
    data: { email: person.email, role, leads, responsible_to: heir, api_keys: keys },
  });
  await scope.enqueue("leads.release", { from: userId, to: heir });
  if (!leaves && isTold) {
    const removed = { user_id: userId, org_id: scope.orgId };
    await scope.enqueue("mail.security", { notice_id: randomUUID(), removed });
  }
}

/** Counts the open leads of a member, up to {@link MAX_COUNTED}. Leads are a floor above members. */
async function countOpenLeads(scope: Scope, userId: string): Promise<number> {
  const [row] = await scope.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from lead_work where org_id = ${scope.orgId}::uuid and responsible = ${userId}::uuid
        and status not in ('converted', 'lost') limit ${MAX_COUNTED}::int) one`;
  return row!.count;
}
