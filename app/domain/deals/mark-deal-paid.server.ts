import { recordAudit } from "../audit/record-audit.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { dateFromDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { fromDatabase } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Marks the commission of a one-time deal paid today and notifies the affiliate (TRX-04). Returns whether this call did
 * it: a second click or a lost race changes nothing. Throws `not_found`, `deal_not_one_time`, `forbidden`.
 */
export async function markDealPaid(scope: Scope, dealId: string): Promise<boolean> {
  requireStaff(scope);
  const { count } = await scope.db.deal.updateMany({
    where: { id: dealId, dealType: "one-time", commissionPaid: false },
    data: { commissionPaid: true, paymentDate: dateFromDay(await scope.today()) },
  });
  const deal = await scope.db.deal.findFirst({ where: { id: dealId }, include: { lead: true } });
  if (!deal) throw new DomainError("not_found");
  if (count === 0) {
    if (deal.dealType !== "one-time") throw new DomainError("deal_not_one_time");
    return false;
  }
  const commission = { amount: fromDatabase(deal.commissionAmount), currency: deal.commissionCurrency };
  await recordAudit(scope, {
    action: "deal.pay",
    entity: "deal",
    entityId: dealId,
    data: { ...commission },
  });
  const { affiliateId } = deal;
  if (affiliateId) {
    await scope.attempt("notifying the affiliate of a paid commission", () =>
      notifyAffiliate(scope, {
        affiliateId,
        type: "commission_paid",
        company: deal.lead.companyName,
        deal: deal.title,
        commission,
        monthly: false,
      }),
    );
  }
  return true;
}
