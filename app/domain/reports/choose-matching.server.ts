import type { AffiliateFilter } from "../affiliates/affiliate";
import { MAX_AFFILIATES } from "../affiliates/affiliate-batch";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { findAffiliates } from "./list-affiliates.server";

/**
 * Returns the ids of all affiliates that match a filter, of all pages.
 * Throws `too_many_affiliates`, `affiliates_required` (none matches), `forbidden`.
 */
export async function chooseMatching(scope: Scope, filter: AffiliateFilter): Promise<string[]> {
  requireStaff(scope);
  const ids = await findAffiliates(scope, filter, MAX_AFFILIATES + 1);
  if (ids.length === 0) throw new DomainError("affiliates_required");
  if (ids.length > MAX_AFFILIATES) throw new DomainError("too_many_affiliates", { max: MAX_AFFILIATES });
  return ids;
}
