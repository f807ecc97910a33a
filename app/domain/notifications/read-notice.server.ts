import type { Scope } from "../shared/scope";
import type { AffiliateNotice } from "./notify-affiliate.server";

/** A notice whose mail is still to be sent and who it is for; null when it was sent or the affiliate is gone. */
export async function readNotice(scope: Scope, id: string) {
  const row = await scope.db.notification.findFirst({
    where: { id, mailedAt: null },
    include: {
      affiliate: { include: { user: { select: { languagePreference: true } } } },
      organization: true,
    },
  });
  if (!row) return null;
  const params = row.params as {
    company: string;
    deal: string;
    amount: number;
    currency: string;
    monthly: boolean;
    period: string | null;
  };
  const notice: AffiliateNotice = {
    affiliateId: row.affiliateId,
    type: row.type as AffiliateNotice["type"],
    company: params.company,
    deal: params.deal,
    commission: { amount: params.amount, currency: params.currency },
    monthly: params.monthly,
    ...(params.period && { period: params.period }),
  };
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

/** Notes that the mail of a notice went out. */
export async function noteMailed(scope: Scope, id: string): Promise<void> {
  await scope.db.notification.updateMany({ where: { id }, data: { mailedAt: scope.now } });
}
