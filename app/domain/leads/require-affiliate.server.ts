import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";

/**
 * Checks that the organization has this affiliate.
 * Throws `not_found` (field affiliate_id).
 */
export async function requireAffiliateOfOrg(scope: Scope, affiliateId: string): Promise<void> {
  const affiliate = await scope.db.affiliate.findFirst({ where: { id: affiliateId }, select: { id: true } });
  if (!affiliate) throw new DomainError("not_found", {}, "affiliate_id");
}
