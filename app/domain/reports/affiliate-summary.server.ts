import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { conversionPerMille } from "./conversion";

/** The four figures of an affiliate's dashboard (POR-02). Money is per currency, never added across. */
export interface AffiliateSummary {
  leads: number;
  deals: number;
  /** See {@link conversionPerMille}. */
  conversion: number;
  /** Paid: one-off commissions and monthly payments. */
  earned: Money[];
  /** Owed: unpaid one-off commissions and monthly payments whose month has begun. */
  open: Money[];
}

/** Sums up what the affiliate who asks has brought and earned, as of today. Throws `forbidden` for others. */
export async function summarizeAffiliate(scope: Scope): Promise<AffiliateSummary> {
  const affiliateId = actingAffiliate(scope);
  const leads = await scope.db.lead.count({ where: { affiliateId } });
  const deals = await scope.db.deal.count({ where: { affiliateId } });
  const totals = await totalCommissions(scope, affiliateId);
  const money = (paid: boolean) =>
    sumByCurrency(
      totals
        .filter((total) => total.paid === paid && total.amount > 0n)
        .map((total) => ({ amount: fromDatabase(total.amount), currency: total.currency })),
    );
  return {
    leads,
    deals,
    conversion: conversionPerMille(deals, leads),
    earned: money(true),
    open: money(false),
  };
}

/** Monthly payments of months to come are neither earned nor open. */
async function totalCommissions(scope: Scope, affiliateId: string) {
  return scope.db.$queryRaw<{ paid: boolean; currency: string; amount: bigint }[]>`
    select paid, currency, sum(amount)::bigint as amount
    from (
      select commission_paid as paid, commission_currency as currency, commission_amount as amount
      from deal
      where org_id = ${scope.orgId}::uuid and affiliate_id = ${affiliateId}::uuid and deal_type = 'one-time'
      union all
      select status = 'paid', currency, amount
      from commission_payment
      where org_id = ${scope.orgId}::uuid and affiliate_id = ${affiliateId}::uuid
        and (status = 'paid' or period_start <= ${await scope.today()}::date)
    ) commission
    group by paid, currency`;
}
