import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate";

export interface OwnAffiliate {
  id: string;
  name: string;
  status: AffiliateStatus;
  /** Inactive affiliates can see everything but cannot submit leads (AFF-10). */
  maySubmit: boolean;
}

/**
 * Reads the acting affiliate; null if it was deleted.
 * Throws `forbidden` for other actors.
 */
export async function readOwnAffiliate(scope: Scope): Promise<OwnAffiliate | null> {
  const affiliate = await scope.db.affiliate.findFirst({
    where: { id: actingAffiliate(scope) },
    select: { id: true, name: true, status: true },
  });
  return (
    affiliate && {
      ...affiliate,
      status: affiliate.status as AffiliateStatus,
      maySubmit: affiliate.status !== "inactive",
    }
  );
}
