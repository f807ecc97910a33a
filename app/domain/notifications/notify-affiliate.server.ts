import type { Money } from "../shared/money";
import type { Scope } from "../shared/scope";

export interface AffiliateNotice {
  affiliateId: string;
  type: "deal_created" | "commission_paid";
  company: string;
  deal: string;
  commission: Money;
  /** Whether the commission is that of a month. */
  monthly: boolean;
  /** The month a monthly payment is for. */
  period?: string;
}

/** Puts a notice into the affiliate's portal and queues its mail; both are worded later, in the reader's language. */
export async function notifyAffiliate(scope: Scope, notice: AffiliateNotice): Promise<void> {
  const { affiliateId, type, company, deal, commission, monthly, period } = notice;
  const { id } = await scope.db.notification.create({
    data: {
      affiliateId,
      type,
      params: {
        company,
        deal,
        amount: commission.amount,
        currency: commission.currency,
        monthly,
        period: period ?? null,
      },
      createdAt: scope.now,
    },
    select: { id: true },
  });
  await scope.enqueue("mail.notification", { notification_id: id });
}
