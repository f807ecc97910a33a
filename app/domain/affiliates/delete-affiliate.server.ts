import { recordAudit } from "../audit/record-audit.server";
import { readAggregates, totalOf } from "../shared/aggregates.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** How many leads and deals an affiliate has. Leads stay after a deletion; deals prevent it. Throws `forbidden`. */
export async function countHoldings(scope: Scope, id: string): Promise<{ leads: number; deals: number }> {
  requireStaff(scope);
  const aggregates = await readAggregates(scope, ["lead", "deal"], id);
  const count = (kind: string) => totalOf(aggregates.filter((aggregate) => aggregate.kind === kind)).count;
  return { leads: count("lead"), deals: count("deal") };
}

/**
 * Deletes an affiliate with their terms and notifications, unless they have deals: money is owed for these or was
 * paid, and their commissions refer to the terms. Their leads stay, without an affiliate.
 * Throws `not_found`, `affiliate_has_deals`, `affiliate_busy` (something came in between; trying again helps),
 * `forbidden`.
 */
export async function deleteAffiliate(scope: Scope, id: string): Promise<void> {
  requireStaff(scope);
  try {
    await removeAffiliate(scope, id);
  } catch (error) {
    throw isCollision(error) ? new DomainError("affiliate_busy") : error;
  }
}

/**
 * Locks an affiliate and their leads as their deletion does, until the end of the transaction. Returns whether there is
 * such an affiliate. Throws `affiliate_busy`.
 */
export async function lockToDelete(scope: Scope, id: string): Promise<boolean> {
  try {
    // Leads first, then the affiliate, in the same order as winning a deal. In the other order the two could wait for
    // each other.
    await lockLeadsOf(scope, id);
    const locked = await scope.db.$queryRaw<unknown[]>`
      select 1 from affiliate where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for update`;
    return locked.length > 0;
  } catch (error) {
    throw isCollision(error) ? new DomainError("affiliate_busy") : error;
  }
}

async function removeAffiliate(scope: Scope, id: string): Promise<void> {
  if (!(await lockToDelete(scope, id))) throw new DomainError("not_found");
  const { userId } = await scope.db.membership.findFirstOrThrow({ where: { affiliateId: id } });
  const deal = await scope.db.deal.findFirst({ where: { affiliateId: id }, select: { id: true } });
  if (deal) throw new DomainError("affiliate_has_deals");
  // Those that were submitted while the affiliate was not locked, too. From here on nothing new can refer to the
  // affiliate.
  await lockLeadsOf(scope, id);
  const { count: leads } = await scope.db.lead.updateMany({
    where: { affiliateId: id },
    data: { affiliateId: null, updatedAt: scope.now },
  });
  // The affiliate goes with it.
  await scope.db.membership.deleteMany({ where: { affiliateId: id } });
  await recordAudit(scope, {
    action: "affiliate.delete",
    entity: "affiliate",
    entityId: id,
    data: { user_id: userId, leads },
  });
}

/** In the order of the ids, as all who lock several leads. */
async function lockLeadsOf(scope: Scope, id: string): Promise<void> {
  await scope.db.$queryRaw`
    select count(*) from (
      select 1 from lead where org_id = ${scope.orgId}::uuid and affiliate_id = ${id}::uuid order by id for no key update
    ) locked`;
}

/** A foreign key that something new holds (P2003), a deadlock or write conflict (P2034, and raw as 40P01). */
function isCollision(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return ["P2003", "P2034"].includes(String(error.code)) || /\b40P01\b/.test(error.message);
}
