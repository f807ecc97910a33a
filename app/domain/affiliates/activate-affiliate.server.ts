import type { Scope } from "../shared/scope";

/**
 * Records the time of an affiliate's sign-in. The first sign-in makes an invited affiliate active and notifies staff
 * (AFF-10).
 */
export async function activateAffiliate(scope: Scope, affiliateId: string): Promise<void> {
  await scope.db.affiliate.updateMany({ where: { id: affiliateId }, data: { signedInAt: scope.now } });
  const { count } = await scope.db.affiliate.updateMany({
    where: { id: affiliateId, status: "invited" },
    data: { status: "active" },
  });
  if (count > 0) await scope.enqueue("notice.staff", { type: "affiliate_joined", subject_id: affiliateId });
}
