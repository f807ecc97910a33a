import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import { inPayouts } from "./in-payouts.server";

/**
 * Takes everything of a deal out of draft payouts, before its contract changes: its commission, its unpaid months and
 * what is owed back. The caller has locked the deal and its payments. Throws `deal_in_payout` if an approved payout
 * that is not paid yet, or was returned by the bank, has any of them, because its statement was issued.
 */
export async function releaseDeal(scope: Scope, dealId: string): Promise<void> {
  if (!(await release(scope, { deal: sql`id = ${dealId}::uuid`, others: sql`deal_id = ${dealId}::uuid` })))
    throw new DomainError("deal_in_payout");
}

/**
 * Takes these commissions out of draft payouts. The caller has locked them. Throws `commission_in_payout` if an
 * approved payout that is not paid yet has one.
 */
export async function releaseCommissions(
  scope: Scope,
  { deals, payments }: { deals: readonly string[]; payments: readonly string[] },
): Promise<void> {
  const which = {
    deal: sql`id = any(${deals}::uuid[])`,
    payment: sql`id = any(${payments}::uuid[])`,
    others: sql`false`,
  };
  if (!(await release(scope, which))) throw new DomainError("commission_in_payout");
}

/** Returns false, and changes nothing, if an approved payout has one of them. */
async function release(scope: Scope, which: { deal: Sql; payment?: Sql; others: Sql }): Promise<boolean> {
  const tables = [
    [sql`deal`, which.deal],
    [sql`commission_payment`, which.payment ?? which.others],
    [sql`commission_claim`, which.others],
  ] as const;
  const inDraft = inPayouts(scope, sql`state = 'draft'`);
  const inApproved = inPayouts(scope, sql`state in ('open', 'returned')`);
  for (const [table, own] of tables) {
    const found = await scope.db.$queryRaw<object[]>(sql`
      select 1 from ${table} where org_id = ${scope.orgId}::uuid and ${own} and ${inApproved} limit 1`);
    if (found.length > 0) return false;
  }
  for (const [table, own] of tables) {
    await scope.db.$executeRaw(sql`
      update ${table} set payout_id = null where org_id = ${scope.orgId}::uuid and ${own} and ${inDraft}`);
  }
  return true;
}
