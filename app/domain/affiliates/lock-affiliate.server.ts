import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate";

/**
 * Reads an affiliate and locks the row until the transaction ends. Other changes of the affiliate wait; new deals and
 * leads that refer to it do not.
 * Throws `not_found`.
 */
export async function lockAffiliate(scope: Scope, id: string) {
  const [row] = await scope.db.$queryRaw<
    {
      name: string;
      email: string;
      status: AffiliateStatus;
      language: string | null;
      signedInAt: Date | null;
    }[]
  >`
    select name, email, status, language, signed_in_at as "signedInAt" from affiliate
    where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for no key update`;
  if (!row) throw new DomainError("not_found");
  const { userId } = await scope.db.membership.findFirstOrThrow({ where: { affiliateId: id } });
  return { ...row, userId };
}
