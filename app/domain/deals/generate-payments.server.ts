import { hasNotEnded, paysMonthly } from "./owed-commission.server";
import { recordAction, recordAudit, recordAuditEntries, type AuditEvent } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";

export interface Generated {
  /** Number of payments created by this run. */
  created: number;
  /** Number of recurring deals checked. */
  deals: number;
}

interface MadePayments {
  deal_id: string;
  created: number;
}

/**
 * The deals to check: one, or up to `atMost` (null: all) that follow a deal in the order of their ids. Without `full`,
 * only marked deals are checked (see {@link createMissing}).
 */
type Which = { dealId: string } | { after: string | null; atMost: number | null; full?: boolean };

export interface Missing {
  created: number;
  /** Number of deals that received payments. */
  filled: number;
  /** The deal after which to continue; null if all were checked. */
  next: string | null;
}

/**
 * Creates the missing monthly payments: one for each month of the contract of every marked recurring deal, or of one
 * deal. Month n is counted from the contract's start and never exceeds the end of a month, as in `addMonths` (a test
 * compares the two). Concurrent runs create each payment once, because of the unique key (deal, period).
 * A month is not missing if it was paid before the contract moved to another day of that month, or if it has ended with
 * its deal. Deals that pay nothing (no affiliate, or a commission of 0) have no payments. Everything happens in one
 * transaction; use `runGeneration` for all deals of an organization with many deals. Throws `forbidden`.
 */
export async function generatePayments(scope: Scope, only: { dealId?: string } = {}): Promise<Generated> {
  const { dealId } = only;
  const { created } = await createMissing(scope, dealId ? { dealId } : { after: null, atMost: null });
  const deals = await scope.db.deal.count({
    where: { dealType: "recurring", ...(dealId ? { id: dealId } : {}) },
  });
  return { created, deals };
}

/**
 * Creates the missing payments of some deals, and records them in the audit log. Triggers mark a deal in unchecked_deal
 * whenever a change of its contract or payments may leave a month missing. This function removes the mark.
 */
export async function createMissing(scope: Scope, which: Which): Promise<Missing> {
  requireStaff(scope);
  const ids = "dealId" in which ? [which.dealId] : await dealsToCheck(scope, which);
  if (ids.length === 0) return { created: 0, filled: 0, next: null };
  // The locks are separate statements, so that the last statement sees the result of a concurrent edit. All runs lock
  // the deals in the same order; with different orders, two runs could block each other.
  await scope.db.$queryRaw`
    select count(*) from (
      select 1 from deal where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[]) order by id for key share
    ) locked`;
  const marked = await takeMarks(scope, ids);
  const made = await scope.db.$queryRaw<MadePayments[]>(sql`
    with made as (
      insert into commission_payment (org_id, id, deal_id, affiliate_id, amount, currency, due_when, holding_days,
                                      period_start, status)
      select d.org_id, gen_random_uuid(), d.id, d.affiliate_id, d.commission_amount, d.commission_currency, d.due_when,
             d.holding_days, (d.contract_start_date + make_interval(months => month))::date, 'pending'
      from (
        select * from deal
        where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[])
          and ${paysMonthly}
        order by id for key share
      ) d cross join lateral generate_series(0, d.contract_duration_months - 1) as month
      where not exists (
        -- The deals are named again, or Postgres may read every payment there is to leave some out.
        select 1 from commission_payment paid
        where paid.org_id = ${scope.orgId}::uuid and paid.deal_id = any(${ids}::uuid[])
          and paid.deal_id = d.id and paid.status = 'paid'
          and date_trunc('month', paid.period_start)
            = date_trunc('month', d.contract_start_date + make_interval(months => month))
      )
        and ${hasNotEnded}
      on conflict (org_id, deal_id, period_start) do nothing
      returning deal_id
    )
    select deal_id, count(*)::int as created from made group by deal_id order by deal_id`);
  const created = made.reduce((sum, one) => sum + one.created, 0);
  const dealId = "dealId" in which ? which.dealId : null;
  if (created > 0) await recordGenerating(scope, { dealId, created, made });
  if ("dealId" in which) return { created, filled: made.length, next: null };
  const unmarked = made.filter(({ deal_id }) => !marked.has(deal_id)).length;
  if (unmarked > 0) scope.log.error({ deals: unmarked }, "payments were missing of deals that were not marked");
  return { created, filled: made.length, next: ids.length === which.atMost ? ids.at(-1)! : null };
}

async function dealsToCheck(
  scope: Scope,
  { after, atMost, full = false }: Exclude<Which, { dealId: string }>,
): Promise<string[]> {
  const rows = full
    ? await scope.db.$queryRaw<{ id: string }[]>(sql`
        select id from deal
        where org_id = ${scope.orgId}::uuid and (${after}::uuid is null or id > ${after}::uuid)
          and ${paysMonthly}
        order by id limit ${atMost}::int`)
    : await scope.db.$queryRaw<{ id: string }[]>`
        select deal_id as id from unchecked_deal
        where org_id = ${scope.orgId}::uuid and (${after}::uuid is null or deal_id > ${after}::uuid)
        order by deal_id limit ${atMost}::int`;
  return rows.map(({ id }) => id);
}

/**
 * Removes the marks of these deals, which the caller has locked, before their months are checked. A later mark waits
 * until the check is done, and stays. Returns the deals that were marked.
 */
async function takeMarks(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const rows = await scope.db.$queryRaw<{ deal_id: string }[]>`
    delete from unchecked_deal
    where org_id = ${scope.orgId}::uuid and deal_id in (
      select deal_id from unchecked_deal
      where org_id = ${scope.orgId}::uuid and deal_id = any(${[...ids]}::uuid[]) order by deal_id for update)
    returning deal_id`;
  return new Set(rows.map(({ deal_id }) => deal_id));
}

/** Records one entry; if more than one deal was checked, one step for each deal in addition. */
async function recordGenerating(
  scope: Scope,
  { dealId, created, made }: { dealId: string | null; created: number; made: MadePayments[] },
): Promise<void> {
  const data = { created };
  const action = "commissions.generate";
  if (dealId) return recordAudit(scope, { action, entity: "deal", entityId: dealId, data });
  const batchId = await recordAction(scope, {
    action,
    entity: "organization",
    entityId: scope.orgId,
    data,
  });
  const steps = made.map(({ deal_id, created }): AuditEvent => ({
    action: "deal.generate",
    entity: "deal",
    entityId: deal_id,
    data: { created },
  }));
  await recordAuditEntries(scope, steps, batchId);
}
