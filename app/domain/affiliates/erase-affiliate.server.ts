import { recordAudit } from "../audit/record-audit.server";
import { ensureInvited } from "../identity/open-person.server";
import { queueErasure } from "../identity/queue-erasure.server";
import { DomainError } from "../shared/errors";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { erasedEmail, isErased, isSameName } from "../shared/erased";
import { lockAffiliate } from "./lock-affiliate.server";

/**
 * Erases the person who is an affiliate (GDPR Art. 17), and keeps what the law wants kept of their commissions (Art.
 * 17(3)(b); HGB § 257, AO § 147): deals, amounts, days, receipts and traces stay, under a name that names nobody. At
 * once the portal is closed to them. Texts and the account follow in the job `person.erase`, which is queued with the
 * name and the address sealed. Doing it again changes nothing.
 * @param name typed by whoever erases: the affiliate's
 * @param nobody the name that stands there from now on
 * Throws `not_found`, `erase_name_differs` (field name), `erase_works_here`, `forbidden`.
 */
export async function eraseAffiliate(
  scope: Scope,
  id: string,
  { name, nobody }: { name: string; nobody: string },
): Promise<void> {
  requireOwner(scope);
  const before = await lockAffiliate(scope, id);
  if (isErased(before.email)) return;
  if (!isSameName(name, before.name)) throw new DomainError("erase_name_differs", {}, "name");
  await eraseLockedAffiliate(scope, { id, ...before }, nobody);
}

/**
 * The same of an affiliate who is locked, for whoever may erase this person in another way. Throws `erase_works_here`.
 */
export async function eraseLockedAffiliate(
  scope: Scope,
  { id, userId, ...before }: { id: string; userId: string; name: string; email: string },
  nobody: string,
): Promise<void> {
  const job = await scope.db.membership.findFirst({
    where: { userId, role: { not: "affiliate" } },
    select: { role: true },
  });
  if (job) throw new DomainError("erase_works_here");
  const email = erasedEmail(id);
  const placeholder = await ensureInvited(scope, { email, name: nobody });
  await scope.db.membership.updateMany({ where: { affiliateId: id }, data: { userId: placeholder.id } });
  await scope.db.affiliate.updateMany({
    where: { id },
    data: { name: nobody, email, status: "inactive", signedInAt: null },
  });
  await recordAudit(scope, { action: "affiliate.erase", entity: "affiliate", entityId: id });
  await queueErasure(scope, id, { userId, name: before.name, email: before.email, nobody });
}
