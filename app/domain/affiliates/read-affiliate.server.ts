import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Id and name of one affiliate of the organisation; null when there is none of this id, whatever was sent as one.
 * Throws `forbidden`.
 */
export async function readAffiliate(scope: Scope, id: unknown): Promise<{ id: string; name: string } | null> {
  requireStaff(scope);
  const { data: affiliateId } = recordId.safeParse(id);
  if (!affiliateId) return null;
  return scope.db.affiliate.findFirst({ where: { id: affiliateId }, select: { id: true, name: true } });
}
