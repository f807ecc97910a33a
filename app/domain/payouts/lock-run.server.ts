import type { PayoutRun } from "#prisma";
import { inPayouts } from "../deals/in-payouts.server";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";

/** Locks a run until the transaction ends and reads it. `id` may be any text. Throws `not_found`. */
export async function lockRun(scope: Scope, id: string): Promise<PayoutRun> {
  if (!recordId.safeParse(id).success) throw new DomainError("not_found");
  await scope.db.$queryRaw`
    select 1 from payout_run where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for update`;
  const run = await scope.db.payoutRun.findFirst({ where: { id } });
  if (!run) throw new DomainError("not_found");
  return run;
}

/** Returns the condition that a commission or a claim stands in a payout of a run. */
export const inRun = (scope: Scope, runId: string): Sql => inPayouts(scope, sql`run_id = ${runId}::uuid`);

/**
 * Locks the commissions that meet these conditions in the order of everybody: deals before payments, each in the order
 * of the ids.
 */
export async function lockLines(scope: Scope, which: { deals: Sql; payments: Sql }): Promise<void> {
  await scope.db.$queryRaw(sql`
    select count(*) from (
      select 1 from deal where org_id = ${scope.orgId}::uuid and ${which.deals} order by id for update
    ) locked`);
  await scope.db.$queryRaw(sql`
    select count(*) from (
      select 1 from commission_payment where org_id = ${scope.orgId}::uuid and ${which.payments} order by id for update
    ) locked`);
}
