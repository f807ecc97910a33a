import { recordAction, recordAudit, recordAuditEntries } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

export interface Generated {
  /** Payments that this run has created. */
  created: number;
  /** Recurring deals that were checked. */
  deals: number;
}

interface MadePayments {
  deal_id: string;
  created: number;
}

/**
 * Creates the monthly payments that are missing: one for each month of the contract of every recurring deal, or of one
 * deal. Month n is counted from the contract's start and never runs over the end of a month, as in `addMonths` (a test
 * compares the two). Several runs at once create each payment once, because of the unique key (deal, period). A month
 * that was paid before the contract moved to another day of that month is not missing. Deals that pay nothing (no
 * affiliate, or a commission of 0) have no payments. Throws `forbidden`.
 */
export async function generatePayments(scope: Scope, only: { dealId?: string } = {}): Promise<Generated> {
  const dealId = only.dealId ?? null;
  const { created } = await createMissing(scope, dealId);
  const deals = await scope.db.deal.count({
    where: { dealType: "recurring", ...(dealId ? { id: dealId } : {}) },
  });
  return { created, deals };
}

/**
 * Creates what is missing of one deal, or of all with null, and records it in the audit log.
 * @returns how many payments, and of how many deals
 */
export async function createMissing(
  scope: Scope,
  dealId: string | null,
): Promise<{ created: number; filled: number }> {
  requireStaff(scope);
  // The lock is a statement of its own, so that the next one sees what a simultaneous edit has saved. All runs lock the
  // deals in the same order. In different orders two runs could block each other.
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
        where paid.org_id = ${scope.orgId}::uuid and paid.deal_id = d.id and paid.status = 'paid'
          and date_trunc('month', paid.period_start)
            = date_trunc('month', d.contract_start_date + make_interval(months => month))
    )
      on conflict (org_id, deal_id, period_start) do nothing
      returning deal_id
    )
    select deal_id, count(*)::int as created from made group by deal_id order by deal_id`;
  const created = made.reduce((sum, one) => sum + one.created, 0);
  if (created > 0) await recordGenerating(scope, { dealId, created, made });
  return { created, filled: made.length };
}

/** Records one entry, and when all deals were checked, one step for each deal. */
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
