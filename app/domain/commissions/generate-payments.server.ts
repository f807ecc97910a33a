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

/** Which deals to look at: one, or those that come after one in the order of their ids, at most `atMost` (null: all). */
type Which = { dealId: string } | { after: string | null; atMost: number | null };

export interface Missing {
  created: number;
  /** Deals that got payments. */
  filled: number;
  /** The deal to go on after; null when all were looked at. */
  next: string | null;
}

/**
 * Creates the monthly payments that are missing: one for each month of the contract of every recurring deal, or of one
 * deal. Month n is counted from the contract's start and never runs over the end of a month, as in `addMonths` (a test
 * compares the two). Several runs at once create each payment once, because of the unique key (deal, period). A month
 * that was paid before the contract moved to another day of that month is not missing. Deals that pay nothing (no
 * affiliate, or a commission of 0) have no payments. All in one transaction: a run over all deals of an organisation that may have
 * many is `runGeneration`. Throws `forbidden`.
 */
export async function generatePayments(scope: Scope, only: { dealId?: string } = {}): Promise<Generated> {
  const { dealId } = only;
  const { created } = await createMissing(scope, dealId ? { dealId } : { after: null, atMost: null });
  const deals = await scope.db.deal.count({
    where: { dealType: "recurring", ...(dealId ? { id: dealId } : {}) },
  });
  return { created, deals };
}

/** Creates what is missing of some deals, and records it in the audit log. */
export async function createMissing(scope: Scope, which: Which): Promise<Missing> {
  requireStaff(scope);
  const dealId = "dealId" in which ? which.dealId : null;
  const { after, atMost } = "dealId" in which ? { after: null, atMost: null } : which;
  // The lock is a statement of its own, so that the next one sees what a simultaneous edit has saved. All runs lock the
  // deals in the same order. In different orders two runs could block each other.
  const [locked] = await scope.db.$queryRaw<{ count: number; last: string | null }[]>`
    select count(*)::int as count, max(id::text) as last from (
      select id from deal
      where org_id = ${scope.orgId}::uuid
        and deal_type = 'recurring' and affiliate_id is not null and commission_amount > 0
        and (${dealId}::uuid is null or id = ${dealId}::uuid) and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${atMost}::int for key share
    ) locked`;
  const { count, last } = locked!;
  if (count === 0) return { created: 0, filled: 0, next: null };
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
          and (${after}::uuid is null or id > ${after}::uuid) and id <= ${last}::uuid
        order by id for key share
      ) d cross join lateral generate_series(0, d.contract_duration_months - 1) as month
      where not exists (
        -- The same deals are named again, or Postgres may read every payment there is to leave some out.
        select 1 from commission_payment paid
        where paid.org_id = ${scope.orgId}::uuid and paid.deal_id = d.id and paid.status = 'paid'
          and (${dealId}::uuid is null or paid.deal_id = ${dealId}::uuid)
          and (${after}::uuid is null or paid.deal_id > ${after}::uuid) and paid.deal_id <= ${last}::uuid
          and date_trunc('month', paid.period_start)
            = date_trunc('month', d.contract_start_date + make_interval(months => month))
    )
      on conflict (org_id, deal_id, period_start) do nothing
      returning deal_id
    )
    select deal_id, count(*)::int as created from made group by deal_id order by deal_id`;
  const created = made.reduce((sum, one) => sum + one.created, 0);
  if (created > 0) await recordGenerating(scope, { dealId, created, made });
  return { created, filled: made.length, next: count === atMost ? last : null };
}

/** Records one entry, and when more than one deal was checked, one step for each deal. */
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
    ...{ action: "deal.generate" as const, entity: "deal", entityId: deal_id, data: { created } },
  }));
  await recordAuditEntries(scope, steps, batchId);
}
