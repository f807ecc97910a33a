import { hasNotEnded, paysMonthly } from "../deals/owed-commission.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { MAX_PREVIEWED, type GenerationCounts } from "./generation";
import { countRecurring } from "./run-generation.server";

/** A deal for which a run would create payments, or which it would skip. */
export interface PreviewedDeal {
  id: string;
  company: string;
  title: string;
}

export interface GenerationPreview extends GenerationCounts {
  /** The first deals that would receive payments, most payments first, with the number of payments. */
  missing: (PreviewedDeal & { payments: number })[];
  /** The first skipped deals, with the reason. */
  skipped: (PreviewedDeal & { why: "no_affiliate" | "no_commission" })[];
}

/**
 * Returns what a generation would create now, and which recurring deals it would skip and why; of all deals or of one.
 * Changes nothing. Reads only the payments of deals marked as unchecked; with `full`, those of all deals. Throws
 * `forbidden`.
 */
export async function previewGeneration(
  scope: Scope,
  { full = false, ...only }: { dealId?: string; full?: boolean } = {},
): Promise<GenerationPreview> {
  requireStaff(scope);
  const dealId = only.dealId ?? null;
  const { paying, ...skippedCounts } = await countRecurring(scope, dealId);
  const missing = await readMissing(scope, dealId, full);
  const [first] = missing;
  const counts = { created: first?.created ?? 0, filled: first?.filled ?? 0 };
  return {
    ...counts,
    complete: paying - counts.filled,
    ...skippedCounts,
    missing: missing.map(({ id, company, title, payments }) => ({ id, company, title, payments })),
    skipped: await readSkipped(scope, dealId),
  };
}

/**
 * Looks up each deal by its id. The condition is that of createMissing, which leaves a month with a payment of the same
 * day to the unique key.
 */
async function readMissing(scope: Scope, dealId: string | null, full: boolean) {
  return scope.db.$queryRaw<(PreviewedDeal & { payments: number; created: number; filled: number })[]>(sql`
    with missing as materialized (
      select d.id, d.lead_id, d.title, m.payments
      from (
        select deal_id from unchecked_deal
        where org_id = ${scope.orgId}::uuid and ${dealId}::uuid is null and not ${full}::boolean
        union all
        select id from deal
        where org_id = ${scope.orgId}::uuid and ${dealId}::uuid is null and ${full}::boolean and deal_type = 'recurring'
        union all select ${dealId}::uuid where ${dealId}::uuid is not null
      ) marked
      cross join lateral (
        select * from deal
        where org_id = ${scope.orgId}::uuid and id = marked.deal_id and ${paysMonthly}
        limit 1
      ) d
      cross join lateral (
        select count(*)::int as payments from generate_series(0, d.contract_duration_months - 1) as month
        where not exists (
          select 1 from commission_payment p
          where p.org_id = ${scope.orgId}::uuid and p.deal_id = d.id
            and (p.period_start = (d.contract_start_date + make_interval(months => month))::date
              or p.status = 'paid' and date_trunc('month', p.period_start)
                = date_trunc('month', d.contract_start_date + make_interval(months => month))))
          and ${hasNotEnded}
      ) m
      where m.payments > 0)
    select m.id, l.company_name as company, m.title, m.payments,
           (select sum(payments)::int from missing) as created, (select count(*)::int from missing) as filled
    from missing m join lead l on l.org_id = ${scope.orgId}::uuid and l.id = m.lead_id
    order by m.payments desc, m.id limit ${MAX_PREVIEWED}`);
}

async function readSkipped(scope: Scope, dealId: string | null) {
  return scope.db.$queryRaw<(PreviewedDeal & { why: "no_affiliate" | "no_commission" })[]>`
    select d.id, l.company_name as company, d.title,
           case when d.affiliate_id is null then 'no_affiliate' else 'no_commission' end as why
    from deal d join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id
    where d.org_id = ${scope.orgId}::uuid and d.deal_type = 'recurring'
      and (d.affiliate_id is null or d.commission_amount <= 0)
      and (${dealId}::uuid is null or d.id = ${dealId}::uuid)
    order by d.id limit ${MAX_PREVIEWED}`;
}
