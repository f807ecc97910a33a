import { deleteFile } from "../files/delete-file.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { undoEnds } from "../shared/undo";

/** Time after the last chance to undo, for a request that is still running. */
const MARGIN_MS = 60_000;

/** Queues {@link forgetUndo} for an action on leads, for the time when it can no longer be undone. */
export async function queueForgetting(scope: Scope, batchId: string): Promise<void> {
  const runAt = new Date(undoEnds(scope.now).getTime() + MARGIN_MS);
  await scope.enqueue("lead.forget", { batch_id: batchId }, { runAt });
}

/**
 * Removes what is kept to undo actions on leads: the rows, reasons and files of deleted leads, and replaced next
 * steps. Of one action when its time is over, or of all when a person is erased, who may be named in them.
 * Throws `forbidden`.
 */
export async function forgetUndo(scope: Scope, batchId?: string): Promise<void> {
  requireStaff(scope);
  const of = batchId ?? null;
  await scope.db.leadWork.updateMany({
    where: { stepBatch: of ?? { not: null } },
    data: { stepBatch: null, earlierStep: null, earlierStepOn: null },
  });
  const kept = await scope.db.$queryRaw<{ files: string[] }[]>`
    with kept as (
      select id, files from deleted_lead
      where org_id = ${scope.orgId}::uuid and content is not null
        and (${of}::uuid is null or batch_id = ${of}::uuid)
      order by id for update
    ), emptied as (
      update deleted_lead d set content = null, reason = null, files = '{}' from kept
      where d.org_id = ${scope.orgId}::uuid and d.id = kept.id
    )
    select files from kept`;
  for (const fileId of kept.flatMap(({ files }) => files)) await deleteFile(scope, fileId);
}
