import { lockOrganization } from "../shared/lock-organization.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Returns the codes that stand for affiliates in document numbers, by id: 1, 2, 3 … within the organization. An
 * affiliate gets theirs when they first need it, and keeps it for ever, also when they are erased. Unknown ids are
 * missing. Throws `forbidden`.
 */
export async function affiliateCodes(scope: Scope, affiliateIds: readonly string[]): Promise<Map<string, string>> {
  requireStaff(scope);
  const where = { id: { in: [...affiliateIds] } };
  const known = await scope.db.affiliate.findMany({ where, select: { id: true, documentCode: true } });
  if (known.some(({ documentCode }) => documentCode === null)) {
    // Lock the organization, so that two concurrent runs do not give the same number.
    await lockOrganization(scope);
    await giveCodes(scope, affiliateIds);
  }
  const coded = await scope.db.affiliate.findMany({ where, select: { id: true, documentCode: true } });
  return new Map(coded.map(({ id, documentCode }) => [id, String(documentCode)]));
}

async function giveCodes(scope: Scope, affiliateIds: readonly string[]): Promise<void> {
  const { _max: max } = await scope.db.affiliate.aggregate({ _max: { documentCode: true } });
  const without = await scope.db.affiliate.findMany({
    where: { id: { in: [...affiliateIds] }, documentCode: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  let code = max.documentCode ?? 0;
  for (const { id } of without) await scope.db.affiliate.updateMany({ where: { id }, data: { documentCode: ++code } });
}
