import type { Scope } from "../shared/scope";

/**
 * Removes the notifications of an action to these affiliates so that their emails are not sent. Returns false and
 * removes none if one of them is being emailed. The notifications stay locked until the transaction ends.
 */
export async function takeBackNotices(
  scope: Scope,
  batchId: string,
  affiliateIds: readonly (string | null)[],
): Promise<boolean> {
  const affiliates = [...new Set(affiliateIds.filter((id) => id !== null))];
  const begun = await scope.db.$queryRaw<{ begun: boolean }[]>`
    select mail_begun_at is not null as begun from notification
    where org_id = ${scope.orgId}::uuid and affiliate_id = any(${affiliates}::uuid[])
      and batch_id = ${batchId}::uuid
    order by id for update`;
  if (begun.some((one) => one.begun)) return false;
  await scope.db.notification.deleteMany({ where: { affiliateId: { in: affiliates }, batchId } });
  return true;
}
