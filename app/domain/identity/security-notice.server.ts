import type { IdentityScope } from "../shared/scope";

/** What people are told by mail about how they sign in: somebody else may have done it. */
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

/** Has a person told, in the transaction of the change. `language` counts when they have not chosen one. */
export async function giveSecurityNotice(
  scope: IdentityScope,
  userId: string,
  kind: SecurityNotice,
  language: string,
): Promise<void> {
  const { id } = await scope.db.securityNotice.create({ data: { userId, kind, createdAt: scope.now } });
  await scope.enqueue("mail.security", { notice_id: id, language });
}

/** The mail of a notice; null if it was sent before, or the person is gone. */
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
 * Keeps a notice that an organization's transaction has asked for, which sees no notices. Once, however often it is
 * called.
 */
export async function keepSecurityNotice(
  scope: IdentityScope,
  notice: { id: string; userId: string; kind: SecurityNotice },
): Promise<void> {
  const { id, userId, kind } = notice;
  await scope.db.$executeRaw`
    insert into security_notice (id, user_id, kind, created_at)
    select ${id}::uuid, u.id, ${kind}, ${scope.now}::timestamptz from app_user u where u.id = ${userId}::uuid
    on conflict do nothing`;
}

/** Notes that the mail of a notice went out. */
export async function noteSecurityMailed(scope: IdentityScope, id: string): Promise<void> {
  await scope.db.securityNotice.updateMany({ where: { id }, data: { mailedAt: scope.now } });
}
