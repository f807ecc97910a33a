import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { readMember } from "./list-members.server";
import { lockMembersAsOwner, requireAnotherOwner } from "./lock-members.server";
import type { MemberRole } from "./member.schema";

/**
 * Changes the role of a member, effective with their next request.
 * Throws `not_found`, `last_owner`, `forbidden` for all but owners.
 */
export async function changeRole(scope: Scope, userId: string, role: MemberRole): Promise<void> {
  const members = await lockMembersAsOwner(scope);
  const before = members.get(userId);
  const person = before && (await readMember(scope, userId));
  if (!person) throw new DomainError("not_found");
  if (before === role) return;
  if (role === "member") requireAnotherOwner(members, userId);
  await scope.db.membership.updateMany({ where: { userId, role: before }, data: { role } });
  await recordAudit(scope, {
    action: "member.change_role",
    entity: "member",
    entityId: userId,
    data: { email: person.email, role, role_before: before },
  });
}
