import { deleteFile } from "../files/delete-file.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Removes the kept rows of deleted leads, the reasons and their files, so that the deletions can no longer be undone: of
 * one deletion when its time is over, or of all when a person is erased, who may be named in them.
 * Throws `forbidden`.
 */
export async function forgetDeletedLeads(scope: Scope, batchId?: string): Promise<void> {
  requireStaff(scope);
  const kept = await scope.db.$queryRaw<{ files: string[] }[]>`
    with kept as (
      select id, files from deleted_lead
      where org_id = ${scope.orgId}::uuid and content is not null
        and (${batchId ?? null}::uuid is null or batch_id = ${batchId ?? null}::uuid)
      order by id for update
    ), emptied as (
      update deleted_lead d set content = null, reason = null, files = '{}' from kept
      where d.org_id = ${scope.orgId}::uuid and d.id = kept.id
    )
    select files from kept`;
  for (const fileId of kept.flatMap(({ files }) => files)) await deleteFile(scope, fileId);
}
