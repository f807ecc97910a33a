import { columnsOf } from "../shared/field-list";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate";
import { affiliateFields, type AffiliateRecord } from "./affiliate.schema";

export interface AffiliateDetails extends AffiliateRecord {
  id: string;
  /** ISO time. */
  createdAt: string;
}

/**
 * Reads one affiliate of the organization; null if not found. `id` may be any value.
 * Throws `forbidden`.
 */
export async function readAffiliate(scope: Scope, id: unknown): Promise<AffiliateDetails | null> {
  requireStaff(scope);
  const { data: affiliateId } = recordId.safeParse(id);
  if (!affiliateId) return null;
  const affiliate = await scope.db.affiliate.findFirst({
    where: { id: affiliateId },
    select: { id: true, createdAt: true, ...columnsOf(affiliateFields) },
  });
  return (
    affiliate && {
      ...affiliate,
      status: affiliate.status as AffiliateStatus,
      createdAt: affiliate.createdAt.toISOString(),
    }
  );
}
