import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";

/** Throws `not_found`, of the form field affiliate_id, unless the organization has this affiliate. */
export async function requireAffiliateOfOrg(scope: Scope, affiliateId: string): Promise<void> {
  const affiliate = await scope.db.affiliate.findFirst({ where: { id: affiliateId }, select: { id: true } });
  if (!affiliate) throw new DomainError("not_found", {}, "affiliate_id");
}
