import type { Prisma } from "#prisma";
import type { Scope } from "../shared/scope";
import type { AffiliateNotice } from "./notice";
import { paramsOf } from "./stored-notice";

export interface NoticeOptions {
  /** The action that the notice is about (recordAction), if it can be undone. */
  batchId?: string;
  /** When the mail is sent; at once when missing. */
  mailAt?: Date;
}

/** Stores a notice for an affiliate and queues its mail. The text is made later, in the reader's language. */
export async function notifyAffiliate(
  scope: Scope,
  notice: AffiliateNotice,
  { batchId, mailAt }: NoticeOptions = {},
): Promise<void> {
  const { id } = await scope.db.notification.create({
    data: {
      affiliateId: notice.affiliateId,
      type: notice.type,
      params: paramsOf(notice) as Prisma.InputJsonObject,
      batchId: batchId ?? null,
      createdAt: scope.now,
    },
    select: { id: true },
  });
  await scope.enqueue("mail.notification", { notification_id: id }, mailAt && { runAt: mailAt });
}
