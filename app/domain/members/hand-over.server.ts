import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readMember } from "./list-members.server";
import { lockMembersAsOwner } from "./lock-members.server";

/**
 * Transfers the organization: the other member becomes an owner and the acting owner a member.
 * Throws `not_found` (not another member), `proof_required`, `forbidden` for all but owners.
 */
export async function handOver(scope: Scope, to: string): Promise<void> {
  const members = await lockMembersAsOwner(scope);
  const from = actingUser(scope);
  if (!from) throw new DomainError("forbidden");
  const before = members.get(to);
  const person = before && to !== from && (await readMember(scope, to));
  if (!person) throw new DomainError("not_found");
  await scope.db.membership.updateMany({ where: { userId: to, role: before }, data: { role: "owner" } });
  await scope.db.membership.updateMany({ where: { userId: from, role: "owner" }, data: { role: "member" } });
  await recordAudit(scope, {
    action: "member.hand_over",
    entity: "member",
    entityId: to,
    data: { email: person.email },
  });
}
