import type { Scope } from "../shared/scope";

/**
 * Notes that an affiliate has come into the portal. The first time makes an invited one active (AFF-10), and staff are
 * told.
 */
export async function activateAffiliate(scope: Scope, affiliateId: string): Promise<void> {
  await scope.db.affiliate.updateMany({ where: { id: affiliateId }, data: { signedInAt: scope.now } });
  const { count } = await scope.db.affiliate.updateMany({
    where: { id: affiliateId, status: "invited" },
    data: { status: "active" },
  });
  if (count > 0) await scope.enqueue("notice.staff", { type: "affiliate_joined", subject_id: affiliateId });
}
