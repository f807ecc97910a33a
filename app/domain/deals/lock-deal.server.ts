import type { Deal } from "#prisma";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";

/** A deal, locked until the end of the transaction. Throws `not_found`. */
export async function lockDeal(scope: Scope, id: string): Promise<Deal> {
  await scope.db.$queryRaw`
    select 1 from deal where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for update`;
  // Read after the lock, so that it includes the change of a transaction that finished just before.
  const deal = await scope.db.deal.findFirst({ where: { id } });
  if (!deal) throw new DomainError("not_found");
  return deal;
}
