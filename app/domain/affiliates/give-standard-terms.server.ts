import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";

/**
 * Gives a new affiliate the organization's standard terms, from today (WORK-05). Does nothing without standard terms.
 * Notifies no one: the affiliate has never had other terms.
 */
export async function giveStandardTerms(scope: Scope, affiliateId: string): Promise<void> {
  await scope.db.$executeRaw`
    insert into affiliate_term (org_id, id, affiliate_id, version, cadence, rev_share_bp, fixed_amount, tiers, currency,
                                due_when, holding_days, start_date, status, created_by, created_at)
    select org_id, ${timeOrderedId()}::uuid, ${affiliateId}::uuid, 1, cadence, rev_share_bp, fixed_amount, tiers, currency,
           due_when, holding_days, ${await scope.today()}::date, 'active', ${actingUser(scope)}::uuid,
           ${scope.now}::timestamptz
    from standard_term where org_id = ${scope.orgId}::uuid and status = 'active'`;
}
