import { recordAudit } from "../audit/record-audit.server";
import { readTallies, totalOf } from "../reports/tallies.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** How many leads and deals an affiliate has: what a deletion leaves behind, and what forbids it. */
export async function countHoldings(scope: Scope, id: string): Promise<{ leads: number; deals: number }> {
  requireStaff(scope);
  const tallies = await readTallies(scope, ["lead", "deal"], id);
  const count = (kind: string) => totalOf(tallies.filter((tally) => tally.kind === kind)).count;
  return { leads: count("lead"), deals: count("deal") };
}

/**
 * Deletes an affiliate with their terms and notifications, unless they have deals: money is owed for these or was paid,
 * and their commissions refer to the terms. Their leads stay, without an affiliate.
 * Throws `not_found`, `affiliate_has_deals`, `affiliate_busy` (something came in between; trying again helps), `forbidden`.
 */
export async function deleteAffiliate(scope: Scope, id: string): Promise<void> {
  requireStaff(scope);
  try {
    await removeAffiliate(scope, id);
  } catch (error) {
    throw isCollision(error) ? new DomainError("affiliate_busy") : error;
  }
}

async function removeAffiliate(scope: Scope, id: string): Promise<void> {
  // Leads first, then the affiliate: a deal being won locks its lead before it refers to the affiliate, too. The other
  // way round the two would wait for each other.
  let leads = await releaseLeads(scope, id);
  const locked = await scope.db.$queryRaw<{ user_id: string }[]>`
    select user_id from affiliate where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for update`;
  if (!locked[0]) throw new DomainError("not_found");
  const deal = await scope.db.deal.findFirst({ where: { affiliateId: id }, select: { id: true } });
  if (deal) throw new DomainError("affiliate_has_deals");
  // What was submitted in between; from here on nothing can refer to the affiliate any more.
  leads += await releaseLeads(scope, id);
  await scope.db.affiliate.deleteMany({ where: { id } });
  await recordAudit(scope, {
    action: "affiliate.delete",
    entity: "affiliate",
    entityId: id,
    data: { user_id: locked[0].user_id, leads },
  });
}

async function releaseLeads(scope: Scope, id: string): Promise<number> {
  const { count } = await scope.db.lead.updateMany({
    where: { affiliateId: id },
    data: { affiliateId: null, updatedAt: scope.now },
  });
  return count;
}

/** A foreign key that something new holds (P2003), a deadlock or write conflict (P2034, and raw as 40P01). */
function isCollision(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return ["P2003", "P2034"].includes(String(error.code)) || /\b40P01\b/.test(error.message);
}
