import type { PayoutRun } from "#prisma";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import type { Scope } from "../shared/scope";

/** Locks a run until the transaction ends and reads it. `id` may be any text. Throws `not_found`. */
export async function lockRun(scope: Scope, id: string): Promise<PayoutRun> {
  if (!recordId.safeParse(id).success) throw new DomainError("not_found");
  await scope.db.$queryRaw`
    select 1 from payout_run where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for update`;
  const run = await scope.db.payoutRun.findFirst({ where: { id } });
  if (!run) throw new DomainError("not_found");
  return run;
}

/** Locks commissions in the order of everybody: deals before payments, each in the order of the ids. */
export async function lockLines(scope: Scope, deals: readonly string[], payments: readonly string[]): Promise<void> {
  await scope.db.$queryRaw`
    select count(*) from (
      select 1 from deal where org_id = ${scope.orgId}::uuid and id = any(${deals}::uuid[]) order by id for update
    ) locked`;
  await scope.db.$queryRaw`
    select count(*) from (
      select 1 from commission_payment where org_id = ${scope.orgId}::uuid and id = any(${payments}::uuid[])
      order by id for update
    ) locked`;
}
