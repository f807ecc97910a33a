import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate.schema";

/**
 * An affiliate as they are now, held until the transaction ends: others who change them wait, deals and leads that refer
 * to them do not. Throws `not_found`.
 */
export async function lockAffiliate(scope: Scope, id: string) {
  const [row] = await scope.db.$queryRaw<
    { name: string; email: string; status: AffiliateStatus; user_id: string }[]
  >`
    select name, email, status, user_id from affiliate
    where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for no key update`;
  if (!row) throw new DomainError("not_found");
  const { user_id: userId, ...affiliate } = row;
  return { ...affiliate, userId };
}
