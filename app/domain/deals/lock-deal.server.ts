import type { Deal } from "#prisma";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";

/**
 * Locks a deal until the transaction ends and reads it.
 * Throws `not_found`.
 */
export async function lockDeal(scope: Scope, id: string): Promise<Deal> {
  await scope.db.$queryRaw`
    select 1 from deal where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for update`;
  // Read after taking the lock, to include the change of a transaction that has just committed.
  const deal = await scope.db.deal.findFirst({ where: { id } });
  if (!deal) throw new DomainError("not_found");
  return deal;
}
