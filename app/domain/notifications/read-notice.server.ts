import type { Scope } from "../shared/scope";
import type { AffiliateNotice, NoticeParams } from "./notify-affiliate.server";

/**
 * A notice whose mail is about to be sent, and who it is for; null when it was sent, taken back or the affiliate is gone.
 * From here on what it tells cannot be undone; whoever undoes it at the same moment comes before or after.
 */
export async function beginMail(scope: Scope, id: string) {
  await scope.db.notification.updateMany({
    where: { id, mailedAt: null, mailBegunAt: null },
    data: { mailBegunAt: scope.now },
  });
  const row = await scope.db.notification.findFirst({
    where: { id, mailedAt: null },
    include: {
      affiliate: { include: { user: { select: { languagePreference: true } } } },
      organization: true,
    },
  });
  if (!row) return null;
  const notice = noticeOf(row.affiliateId, row.type, row.params as unknown as NoticeParams);
  return {
    notice,
    receiver: {
      name: row.affiliate.name,
      email: row.affiliate.email,
      language: row.affiliate.user.languagePreference,
      organization: row.organization.name,
    },
  };
}

function noticeOf(affiliateId: string, type: string, params: NoticeParams): AffiliateNotice {
  if ("payments" in params) return { affiliateId, type: "commission_paid", ...params };
  const { deal_id: dealId = null, company, deal, amount, currency, monthly, period, reason } = params;
  return {
    affiliateId,
    type: type as AffiliateNotice["type"],
    ...{ dealId, company, deal, commission: { amount, currency }, monthly },
    ...(period && { period }),
    ...(reason && { reason }),
  };
}

/** Notes that the mail of a notice went out. */
export async function noteMailed(scope: Scope, id: string): Promise<void> {
  await scope.db.notification.updateMany({ where: { id }, data: { mailedAt: scope.now } });
}
