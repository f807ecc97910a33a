import type { Prisma } from "#prisma";
import type { Scope } from "../shared/scope";
import { paramsOf, type AffiliateNotification } from "./notice";

export interface NoticeOptions {
  /** The action that caused the notification (recordAction), if it can be undone. */
  batchId?: string;
  /** When the email is sent; immediately if missing. */
  mailAt?: Date;
  /** What it is about, if it is taken back by that. */
  subjectId?: string;
}

/** Stores a notification for an affiliate and queues its email. The text is created later, in the reader's language. */
export function notifyAffiliate(
  scope: Scope,
  notice: AffiliateNotification,
  options: NoticeOptions = {},
): Promise<void> {
  return notifyAffiliates(scope, [notice], options);
}

/** Stores any number of notifications with two statements. */
export async function notifyAffiliates(
  scope: Scope,
  notices: readonly AffiliateNotification[],
  { batchId, mailAt, subjectId }: NoticeOptions = {},
): Promise<void> {
  if (notices.length === 0) return;
  const made = await scope.db.notification.createManyAndReturn({
    data: notices.map((notice) => ({
      affiliateId: notice.affiliateId,
      type: notice.type,
      params: paramsOf(notice) as Prisma.InputJsonObject,
      batchId: batchId ?? null,
      subjectId: subjectId ?? null,
      createdAt: scope.now,
    })),
    select: { id: true },
  });
  const mails = made.map(({ id }) => ({ notification_id: id }));
  await scope.enqueueAll("mail.notification", mails, mailAt && { runAt: mailAt });
}
