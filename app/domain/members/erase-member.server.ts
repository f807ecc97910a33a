import { eraseAsAffiliate } from "../affiliates/erase-affiliate.server";
import { recordAudit } from "../audit/record-audit.server";
import { afterOpenTransactions, isSameName } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { actingUser, requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readMember } from "./list-members.server";
import { removeMember } from "./remove-member.server";

/** Who is erased, with the name that stands there from now on. */
export interface ErasedAccount {
  userId: string;
  name: string;
  email: string;
  nobody: string;
}

/**
 * Removes somebody from the organisation, and erases them as a person (GDPR Art. 17): what they did stays, as that of a former member. If
 * they are an affiliate here too, they are erased as that as well. Texts and the account follow in the job `person.erase`. An owner
 * erases anybody, everybody else only themselves.
 * @param name typed by whoever erases: the member's
 * @param nobody the name that stands there from now on
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
  const known = affiliate?.affiliateId ? await eraseAsAffiliate(scope, affiliate.affiliateId, nobody) : null;
  // As an affiliate they may be called otherwise.
  if (known === null || known !== member.name)
    await queueErasure(scope, { userId, name: member.name, email: member.email, nobody });
}

/** Erases somebody who has nothing to do with the organisation any more, such as a former member. Throws `forbidden`. */
export async function eraseAccount(scope: Scope, person: ErasedAccount): Promise<void> {
  requireOwner(scope);
  await queueErasure(scope, person);
}

async function queueErasure(scope: Scope, { userId, name, email, nobody }: ErasedAccount): Promise<void> {
  await recordAudit(scope, { action: "member.erase", entity: "member", entityId: userId });
  await scope.enqueue(
    "person.erase",
    {
      ...{ affiliate_id: null, user_id: userId, nobody },
      person: scope.seal(JSON.stringify({ name, email })),
    },
    { runAt: afterOpenTransactions(scope.now) },
  );
}
