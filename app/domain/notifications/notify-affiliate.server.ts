import type { Prisma } from "#prisma";
import type { Money } from "../shared/money";
import type { Scope } from "../shared/scope";

/** A deal was won, or one commission paid, or it was not paid after all. */
interface SingleNotice {
  affiliateId: string;
  type: "deal_created" | "commission_paid" | "commission_reversed";
  /** Null only in notices of before the id was kept. */
  dealId: string | null;
  company: string;
  deal: string;
  commission: Money;
  /** Whether the commission is that of a month. */
  monthly: boolean;
  /** The month a monthly payment is for. */
  period?: string;
  /** Why it was not paid after all. */
  reason?: string;
}

/** Several commissions were paid in one go. */
interface BulkNotice {
  affiliateId: string;
  type: "commission_paid";
  /** How many: two at least. */
  payments: number;
  /** Per currency, never across. */
  amounts: Money[];
  /** Whether there are others among them than monthly ones. */
  oneOff: boolean;
}

export type AffiliateNotice = SingleNotice | BulkNotice;

/** What a notice says, as it is stored. */
export type NoticeParams =
  | {
      deal_id?: string | null;
      company: string;
      deal: string;
      amount: number;
      currency: string;
      monthly: boolean;
      period: string | null;
      reason?: string;
    }
  | Omit<BulkNotice, "affiliateId" | "type">;

export interface NoticeOptions {
  /** The action it tells of (recordAction), if that can be undone. */
  batchId?: string;
  /** When the mail is sent; at once when missing. */
  mailAt?: Date;
}

/** Puts a notice into the affiliate's portal and queues its mail; both are worded later, in the reader's language. */
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

function paramsOf(notice: AffiliateNotice): NoticeParams {
  if ("payments" in notice) {
    const { payments, amounts, oneOff } = notice;
    return { payments, amounts, oneOff };
  }
  const { dealId, company, deal, commission, monthly, period, reason } = notice;
  return {
    deal_id: dealId,
    company,
    deal,
    ...commission,
    monthly,
    period: period ?? null,
    ...(reason && { reason }),
  };
}
