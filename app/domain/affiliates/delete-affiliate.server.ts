import { recordAudit } from "../audit/record-audit.server";
import { readAggregates, totalOf } from "../shared/aggregates.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import { isCollision } from "../shared/refused-write";
import type { Scope } from "../shared/scope";

/**
 * Returns how many leads and deals an affiliate has. A deletion keeps the leads; deals prevent it.
 * Throws `forbidden`.
 */
export async function countLeadsAndDeals(scope: Scope, id: string): Promise<{ leads: number; deals: number }> {
  requireStaff(scope);
  const aggregates = await readAggregates(scope, ["lead", "deal"], id);
  const count = (kind: string) => totalOf(aggregates.filter((aggregate) => aggregate.kind === kind)).count;
  return { leads: count("lead"), deals: count("deal") };
}

/**
 * Deletes an affiliate with their terms and notifications. Their leads and messages stay, without an affiliate. Deals
 * prevent the deletion, because they have commissions that are owed or paid and refer to the terms.
 * Throws `not_found`, `affiliate_has_deals`, `affiliate_busy` (a concurrent change; a retry succeeds), `forbidden`.
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
 * Locks an affiliate and their leads for deletion until the transaction ends, and returns whether the affiliate exists.
 * Throws `affiliate_busy`.
 */
export async function lockForDeletion(scope: Scope, id: string): Promise<boolean> {
  try {
    // Lock the leads first, then the affiliate, as winning a deal does. The opposite order deadlocks.
    await lockLeadsOf(scope, id);
    const locked = await scope.db.$queryRaw<unknown[]>`
      select 1 from affiliate where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for update`;
    return locked.length > 0;
  } catch (error) {
    throw isCollision(error) ? new DomainError("affiliate_busy") : error;
  }
}

async function removeAffiliate(scope: Scope, id: string): Promise<void> {
  if (!(await lockForDeletion(scope, id))) throw new DomainError("not_found");
  const { userId } = await scope.db.membership.findFirstOrThrow({ where: { affiliateId: id } });
  const deal = await scope.db.deal.findFirst({ where: { affiliateId: id }, select: { id: true } });
  if (deal) throw new DomainError("affiliate_has_deals");
  // Lock again to include leads submitted before the affiliate was locked. From here on no new row can refer to the
  // affiliate.
  await lockLeadsOf(scope, id);
  const { count: leads } = await scope.db.lead.updateMany({
    where: { affiliateId: id },
    data: { affiliateId: null, updatedAt: scope.now },
  });
  const ofAffiliate = { where: { affiliateId: id }, data: { affiliateId: null } };
  await scope.db.leadMessage.updateMany(ofAffiliate);
  await scope.db.deletedLead.updateMany(ofAffiliate);
  await scope.db.mergedLead.updateMany(ofAffiliate);
  await scope.db.$queryRaw`select 1 from app.end_affiliation(${id}::uuid)`;
  // On one server the foreign key to the membership has already deleted the affiliate.
  await scope.db.affiliate.deleteMany({ where: { id } });
  await recordAudit(scope, {
    action: "affiliate.delete",
    entity: "affiliate",
    entityId: id,
    data: { user_id: userId, leads },
  });
}

/** Locks in id order, as every use case that locks several leads does. */
async function lockLeadsOf(scope: Scope, id: string): Promise<void> {
  await scope.db.$queryRaw`
    select count(*) from (
      select 1 from lead where org_id = ${scope.orgId}::uuid and affiliate_id = ${id}::uuid order by id for no key update
    ) locked`;
}
