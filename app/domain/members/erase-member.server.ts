import { eraseLockedAffiliate } from "../affiliates/erase-affiliate.server";
import { lockAffiliate } from "../affiliates/lock-affiliate.server";
import { recordAudit } from "../audit/record-audit.server";
import { queueErasure, type ErasedAccount } from "../identity/queue-erasure.server";
import { isSameName } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { actingUser, requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readMember } from "./list-members.server";
import { removeMember } from "./remove-member.server";

/**
 * Removes a member and erases them as a person (GDPR Art. 17). Their actions stay, attributed to a former member. If
 * they are also an affiliate here, the affiliate is erased too. The job `person.erase` erases texts and the account
 * later. Owners may erase any member, other members only themselves.
 * @param name the member's name as entered to confirm the erasure
 * @param nobody the replacement name
 * Throws `not_found`, `erase_name_differs` (field name), `last_owner`, `forbidden`.
 */
export async function eraseMember(
  scope: Scope,
  userId: string,
  { name, nobody }: { name: string; nobody: string },
): Promise<void> {
  if (actingUser(scope) !== userId) requireOwner(scope);
  const member = await readMember(scope, userId);
  if (!member) throw new DomainError("not_found");
  if (!isSameName(name, member.name)) throw new DomainError("erase_name_differs", {}, "name");
  const affiliate = await scope.db.membership.findFirst({
    where: { userId, role: "affiliate" },
    select: { affiliateId: true },
  });
  await removeMember(scope, userId);
  const id = affiliate?.affiliateId;
  const known = id ? { id, ...(await lockAffiliate(scope, id)) } : null;
  if (known) await eraseLockedAffiliate(scope, known, nobody);
  // The affiliate may have another name.
  if (known?.name !== member.name) await eraseTexts(scope, { userId, name: member.name, email: member.email, nobody });
  else await unsign(scope, userId, nobody);
}

/**
 * Erases a person who no longer belongs to the organization, such as a former member.
 * Throws `forbidden`.
 */
export async function eraseAccount(scope: Scope, person: ErasedAccount): Promise<void> {
  requireOwner(scope);
  await eraseTexts(scope, person);
}

/** Replaces the name below a member's messages to affiliates, which may be an earlier one. */
async function unsign(scope: Scope, userId: string, nobody: string): Promise<void> {
  await scope.db.leadMessage.updateMany({ where: { author: userId }, data: { signedBy: nobody } });
}

/**
 * Queues the erasure of a person who has no access any more. The caller checks the permission.
 * Throws `proof_required`.
 */
export async function eraseTexts(scope: Scope, person: ErasedAccount): Promise<void> {
  await recordAudit(scope, { action: "member.erase", entity: "member", entityId: person.userId });
  await unsign(scope, person.userId, person.nobody);
  await queueErasure(scope, null, person);
}
