import type { IdentityScope } from "../shared/scope";

/** Sign-in changes that the user is notified of by email, because another person may have made them. */
export type SecurityNotice =
  | "factor_on"
  | "factor_changed"
  | "factor_off"
  | "factor_failed"
  | "recovery_used"
  | "password_changed"
  | "email_changed"
  | "name_changed"
  | "member_removed";

/**
 * Records a security notice and queues its email in the transaction of the change. `language` counts if the user has
 * chosen none.
 */
export async function giveSecurityNotice(
  scope: IdentityScope,
  userId: string,
  kind: SecurityNotice,
  language: string,
): Promise<void> {
  const { id } = await scope.db.securityNotice.create({ data: { userId, kind, createdAt: scope.now } });
  await scope.enqueue("mail.security", { notice_id: id, language });
}

/** Reads the email of a notice; null if it was sent before or the user was deleted. */
export async function securityMail(scope: IdentityScope, id: string) {
  const notice = await scope.db.securityNotice.findFirst({
    where: { id, mailedAt: null },
    include: { user: true },
  });
  if (!notice) return null;
  const { name, email, languagePreference: language } = notice.user;
  return { kind: notice.kind as SecurityNotice, userId: notice.userId, name, email, language };
}

/**
 * Stores a notice that an organization's transaction has queued; that transaction cannot access notices. Running it
 * twice has no further effect.
 */
export async function storeSecurityNotice(
  scope: IdentityScope,
  notice: { id: string; userId: string; kind: SecurityNotice },
): Promise<void> {
  const { id, userId, kind } = notice;
  await scope.db.$executeRaw`
    insert into security_notice (id, user_id, kind, created_at)
    select ${id}::uuid, u.id, ${kind}, ${scope.now}::timestamptz from app_user u where u.id = ${userId}::uuid
    on conflict do nothing`;
}

/** Records that the email of a notice was sent. */
export async function markSecurityEmailed(scope: IdentityScope, id: string): Promise<void> {
  await scope.db.securityNotice.updateMany({ where: { id }, data: { mailedAt: scope.now } });
}
