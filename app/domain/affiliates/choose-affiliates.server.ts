import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate";
import { MAX_AFFILIATES, type SkippedAffiliate } from "./affiliate-batch";

/** An affiliate selected in the list. */
export interface ChosenAffiliate {
  id: string;
  name: string;
  email: string;
  status: AffiliateStatus;
}

/**
 * Reads the affiliates with these ids by name, up to the limit of one action. Invalid and unknown ids are omitted.
 * Throws `forbidden`.
 */
export async function readChosenAffiliates(scope: Scope, given: readonly string[]): Promise<ChosenAffiliate[]> {
  requireStaff(scope);
  const ids = [...new Set(given)].filter((id) => recordId.safeParse(id).success).slice(0, MAX_AFFILIATES);
  const rows = await scope.db.affiliate.findMany({
    where: { id: { in: ids } },
    orderBy: [{ search: "asc" }, { id: "asc" }],
    select: { id: true, name: true, email: true, status: true },
  });
  return rows.map((row) => ({ ...row, status: row.status as AffiliateStatus }));
}

/** An affiliate that is locked until the transaction ends. */
export interface LockedAffiliate extends ChosenAffiliate {
  signedInAt: Date | null;
}

/**
 * Locks affiliates and reads them. They are locked in id order, because two actions with different orders deadlock.
 * Unknown ids are omitted.
 */
export async function lockAffiliates(scope: Scope, ids: readonly string[]): Promise<LockedAffiliate[]> {
  return scope.db.$queryRaw<LockedAffiliate[]>`
    select id, name, email, status, signed_in_at as "signedInAt" from affiliate
    where org_id = ${scope.orgId}::uuid and id = any(${[...ids]}::uuid[])
    order by id for no key update`;
}

/** Describes the ids that are not affiliates of the organization. */
export function unknownAffiliates(ids: readonly string[], found: readonly { id: string }[]): SkippedAffiliate[] {
  return Array.from({ length: ids.length - found.length }, () => ({ name: null, code: "not_found" as const }));
}
