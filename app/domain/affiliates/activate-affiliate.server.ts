import type { Scope } from "../shared/scope";

/** An affiliate's first sign-in makes an invited one active (AFF-10); later ones change nothing. */
export async function activateAffiliate(scope: Scope, affiliateId: string): Promise<void> {
  await scope.db.affiliate.updateMany({
    where: { id: affiliateId, status: "invited" },
    data: { status: "active" },
  });
}
