import { deleteFile } from "../files/delete-file.server";
import { takeBackNotices } from "../notifications/take-back-notices.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { writeContent } from "./lead-content.server";
import type { LeadAction, Undoing } from "./undoing";

/**
 * Writes the rows of a deleted lead again. Nothing happens if it was restored before.
 * Throws `lead_undo_too_late` (its rows are gone, or its affiliate is being notified).
 */
export async function undoDeletion(scope: Scope, action: LeadAction): Promise<Undoing> {
  const [id] = action.leadIds;
  await scope.db.$queryRaw`
    select 1 from deleted_lead where org_id = ${scope.orgId}::uuid and batch_id = ${action.id}::uuid for update`;
  const deleted = await scope.db.deletedLead.findFirst({ where: { id: id!, batchId: action.id } });
  if (!deleted) return { steps: [], kept: [] };
  if (deleted.content === null) throw new DomainError("lead_undo_too_late");
  await writeContent(scope, deleted.content);
  await scope.db.deletedLead.deleteMany({ where: { id: deleted.id } });
  if (!(await takeBackNotices(scope, action.id, action.affiliateIds))) throw new DomainError("lead_undo_too_late");
  return { steps: [{ action: "lead.restore", entity: "lead", entityId: deleted.id }], kept: [] };
}

/**
 * Removes the kept rows of deleted leads and their files, so that the deletions can no longer be undone: of one
 * deletion when its time is over, or of all when a person is erased, who may be named in them.
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
      update deleted_lead d set content = null, files = '{}' from kept
      where d.org_id = ${scope.orgId}::uuid and d.id = kept.id
    )
    select files from kept`;
  for (const fileId of kept.flatMap(({ files }) => files)) await deleteFile(scope, fileId);
}
