import type { Prisma } from "#prisma";
import type { Scope } from "../shared/scope";
import { paramsOf, type AffiliateNotice } from "./notice";

export interface NoticeOptions {
  /** The action that the notice is about (recordAction), if it can be undone. */
  batchId?: string;
  /** When the mail is sent; at once when missing. */
  mailAt?: Date;
}

/** Stores a notice for an affiliate and queues its mail. The text is made later, in the reader's language. */
export function notifyAffiliate(scope: Scope, notice: AffiliateNotice, options: NoticeOptions = {}): Promise<void> {
  return notifyAffiliates(scope, [notice], options);
}

/** The same of any number of notices, with two statements. */
export async function notifyAffiliates(
  scope: Scope,
  notices: readonly AffiliateNotice[],
  { batchId, mailAt }: NoticeOptions = {},
): Promise<void> {
  if (notices.length === 0) return;
  const made = await scope.db.notification.createManyAndReturn({
    data: notices.map((notice) => ({
      affiliateId: notice.affiliateId,
      type: notice.type,
      params: paramsOf(notice) as Prisma.InputJsonObject,
      batchId: batchId ?? null,
      createdAt: scope.now,
    })),
    select: { id: true },
  });
  const mails = made.map(({ id }) => ({ notification_id: id }));
  await scope.enqueueAll("mail.notification", mails, mailAt && { runAt: mailAt });
}
