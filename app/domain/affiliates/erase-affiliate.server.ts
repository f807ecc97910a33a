import { recordAudit } from "../audit/record-audit.server";
import { ensureInvited } from "../identity/open-person.server";
import { queueErasure } from "../identity/queue-erasure.server";
import { DomainError } from "../shared/errors";
import { dropAttachments } from "../files/drop-attachments.server";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { erasedEmail, isErased, isSameName } from "../shared/erased";
import { erasePayee } from "./erase-payee.server";
import { lockAffiliate } from "./lock-affiliate.server";

/**
 * Erases the person who is an affiliate (GDPR Art. 17) and keeps the accounting records of their commissions (Art.
 * 17(3)(b); HGB § 257, AO § 147). Deals, amounts, dates, receipts and traces stay under a replacement name, and issued
 * documents as they are. The portal
 * closes for the person immediately. The job `person.erase` erases texts and the account later; its payload holds the
 * sealed name and address. Running it twice has no further effect.
 * @param name the affiliate's name as entered to confirm the erasure
 * @param nobody the replacement name
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
 * Erases an affiliate whom the caller has locked and may erase without entering the name; see {@link eraseAffiliate}.
 * Throws `erase_works_here`.
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
    data: { name: nobody, email, status: "inactive", signedInAt: null, creditorName: null },
  });
  await erasePayee(scope, id);
  await dropAttachments(scope, { affiliateId: id });
  await eraseFormer(scope, { id, ...before }, nobody);
  await recordAudit(scope, { action: "affiliate.erase", entity: "affiliate", entityId: id });
  await queueErasure(scope, id, { userId, name: before.name, email: before.email, nobody });
}

/** Erases what merging has kept of affiliates who are the same person, and their accounts (WORK-11). */
async function eraseFormer(scope: Scope, { id, name }: { id: string; name: string }, nobody: string): Promise<void> {
  const former = await scope.db.mergedAffiliate.findMany({ where: { affiliateId: id } });
  for (const { id: formerId, formerUser: userId, content } of former) {
    const left = content as { name?: string; email?: string };
    if (!userId || !left.email) continue;
    const works = await scope.db.membership.count({ where: { userId } });
    if (works === 0)
      await queueErasure(scope, formerId, { userId, name: left.name ?? name, email: left.email, nobody });
  }
  await scope.db.mergedAffiliate.updateMany({
    where: { affiliateId: id },
    data: { content: {}, search: "", formerUser: null },
  });
}
