import { recordAction, recordAudit, recordAuditEntries } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

export interface Generated {
  /** Payments made by this run. */
  created: number;
  /** Recurring deals looked at. */
  deals: number;
}

interface MadePayments {
  deal_id: string;
  created: number;
}

/**
 * Creates the monthly payments that are missing: one for each month of the contract of every recurring deal, or of one
 * deal. Month n is counted from the contract's start and clamped to the month's end, as `addMonths` does (a test holds
 * the two against each other). Any number of runs at once make each payment once: the unique key (deal, period)
 * decides. A month that was paid on another day of it, before the contract was moved, is not missing. Deals that pay
 * nothing (no affiliate, or a commission of 0) have no payments.
 */
export async function generatePayments(scope: Scope, only: { dealId?: string } = {}): Promise<Generated> {
  requireStaff(scope);
  const dealId = only.dealId ?? null;
  // First on its own, so that what follows sees what an edit that was under way has left. All runs take the deals in
  // one order: in two orders they would wait for each other's rows for ever.
  await scope.db.$queryRaw`
    select count(*) from (
      select 1 from deal
      where org_id = ${scope.orgId}::uuid
        and deal_type = 'recurring' and affiliate_id is not null and commission_amount > 0
        and (${dealId}::uuid is null or id = ${dealId}::uuid)
      order by id for key share
    ) locked`;
  const made = await scope.db.$queryRaw<MadePayments[]>`
    with made as (
      insert into commission_payment (org_id, id, deal_id, affiliate_id, amount, currency, period_start, status)
      select d.org_id, gen_random_uuid(), d.id, d.affiliate_id, d.commission_amount, d.commission_currency,
             (d.contract_start_date + make_interval(months => month))::date, 'pending'
      from (
        select * from deal
        where org_id = ${scope.orgId}::uuid
          and deal_type = 'recurring' and affiliate_id is not null and commission_amount > 0
          and (${dealId}::uuid is null or id = ${dealId}::uuid)
        order by id for key share
      ) d cross join lateral generate_series(0, d.contract_duration_months - 1) as month
      where not exists (
        select 1 from commission_payment paid
        where paid.org_id = d.org_id and paid.deal_id = d.id and paid.status = 'paid'
          and date_trunc('month', paid.period_start)
            = date_trunc('month', d.contract_start_date + make_interval(months => month))
    )
      on conflict (org_id, deal_id, period_start) do nothing
      returning deal_id
    )
    select deal_id, count(*)::int as created from made group by deal_id order by deal_id`;
  const created = made.reduce((sum, one) => sum + one.created, 0);
  const deals = await scope.db.deal.count({
    where: { dealType: "recurring", ...(dealId ? { id: dealId } : {}) },
  });
  if (created > 0) await recordGenerating(scope, { dealId, created, made });
  return { created, deals };
}

/** One entry, and below it one for each deal when it was a run over all of them. */
async function recordGenerating(
  scope: Scope,
  { dealId, created, made }: { dealId: string | null; created: number; made: MadePayments[] },
): Promise<void> {
  const data = { created };
  const action = "commissions.generate";
  if (dealId) return recordAudit(scope, { action, entity: "deal", entityId: dealId, data });
  const batchId = await recordAction(scope, {
    ...{ action, entity: "organization", entityId: scope.orgId, data },
  });
  const steps = made.map(({ deal_id, created }) => ({
    ...{ action: "deal.generate", entity: "deal", entityId: deal_id, data: { created } },
  }));
  await recordAuditEntries(scope, steps, batchId);
}
