import { recordAction } from "~/domain/audit/record-audit.server";
import { organizationsOf } from "~/domain/identity/own-organizations.server";
import { storeSecurityNotice, markSecurityEmailed, securityMail } from "~/domain/identity/security-notice.server";
import { isOfAccount } from "~/domain/notifications/owner-alert";
import { notifyOfAccount } from "~/domain/notifications/tell-owners.server";
import { isErased } from "~/domain/shared/erased";
import type { Scope } from "~/domain/shared/scope";
import { readerLanguage } from "~/platform/mail/texts.server";
import { sendMail } from "../send-mail";
import { personScope, type Handler, type TaskContext } from "../define-task";

const JOB = "mail.security";

export const mailSecurity: Handler<typeof JOB> = async (payload, context) => {
  const { database, links } = context;
  const { notice_id: id, removed } = payload;
  const notice = await database.withIdentity(async (scope) => {
    if (removed) await storeSecurityNotice(scope, { id, userId: removed.user_id, kind: "member_removed" });
    return securityMail(scope, id);
  });
  if (!notice || isErased(notice.email)) return;
  const { kind, name, language } = notice;
  await notifyOtherOwners(context, id, notice);
  await noteInLogs(context, id, notice);
  const organization = removed && (await nameOf(context, removed.org_id));
  const isSent = await sendMail(context, {
    id: `security ${id}`,
    kind,
    to: notice,
    language: readerLanguage(language, payload.language),
    values: { name, ...(organization && { agency: organization }) },
    url: removed ? links.home() : links.security(),
  });
  if (isSent) await database.withIdentity((scope) => markSecurityEmailed(scope, id));
};

/** What takes an owner's account over can take the organization over. */
async function notifyOtherOwners(
  context: TaskContext,
  noticeId: string,
  { kind, ...person }: { kind: string; userId: string; name: string },
): Promise<void> {
  if (!isOfAccount(kind)) return;
  const owned = await context.database.withIdentity((scope) => organizationsOf(scope, person.userId, "owner"));
  for (const orgId of owned) {
    await personScope(context, { name: JOB, orgId }, (scope) => notifyOfAccount(scope, kind, person, noticeId));
  }
}

const logged = { email_changed: "member.change_email", name_changed: "member.change_name" } as const;

/**
 * What everybody sees of a person stands in the logs of all their organizations; once for a notice, however often this
 * runs.
 */
async function noteInLogs(
  context: TaskContext,
  noticeId: string,
  { kind, userId, name, email }: { kind: string; userId: string; name: string; email: string },
): Promise<void> {
  if (kind !== "email_changed" && kind !== "name_changed") return;
  const data: Record<string, string> = kind === "email_changed" ? { email } : { name };
  for (const orgId of await context.database.withIdentity((scope) => organizationsOf(scope, userId))) {
    const note = async (scope: Scope) => {
      if ((await scope.db.auditEntry.count({ where: { id: noticeId } })) > 0) return;
      await recordAction(scope, { action: logged[kind], entity: "member", entityId: userId, data }, noticeId);
    };
    await personScope(context, { name: JOB, orgId, by: userId }, note);
  }
}

const nameOf = (context: TaskContext, orgId: string): Promise<string> =>
  personScope(context, { name: JOB, orgId }, async (scope) => (await scope.organization()).name);
