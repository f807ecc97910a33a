import type { Scope } from "../shared/scope";

/**
 * Removes the notifications of an action to these affiliates so that their emails are not sent. Those of an affiliate
 * who was merged since went to the one who stays. Returns false and removes none if one of them is being emailed. The
 * notifications stay locked until the transaction ends.
 */
export async function takeBackNotices(
  scope: Scope,
  batchId: string,
  affiliateIds: readonly (string | null)[],
): Promise<boolean> {
  const told = [...new Set(affiliateIds.filter((id) => id !== null))];
  const merged = await scope.db.mergedAffiliate.findMany({
    where: { id: { in: told } },
    select: { affiliateId: true },
  });
  const affiliates = [...new Set([...told, ...merged.map(({ affiliateId }) => affiliateId)])];
  const begun = await scope.db.$queryRaw<{ begun: boolean }[]>`
    select mail_begun_at is not null as begun from notification
    where org_id = ${scope.orgId}::uuid and affiliate_id = any(${affiliates}::uuid[])
      and batch_id = ${batchId}::uuid
    order by id for update`;
  if (begun.some((one) => one.begun)) return false;
  await scope.db.notification.deleteMany({ where: { affiliateId: { in: affiliates }, batchId } });
  return true;
}
