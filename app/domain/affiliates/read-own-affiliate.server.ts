import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate";

export interface OwnAffiliate {
  id: string;
  name: string;
  status: AffiliateStatus;
  /** Inactive affiliates see everything and submit nothing (AFF-10). */
  maySubmit: boolean;
}

/** The record of the affiliate who asks, or null when it is gone. Throws `forbidden` for others. */
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
