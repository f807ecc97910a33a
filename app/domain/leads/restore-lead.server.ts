import { readMembers } from "../members/list-members.server";
import { takeBackNotices } from "../notifications/take-back-notices.server";
import { DomainError } from "../shared/errors";
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
  const members = new Set((await readMembers(scope)).map(({ id }) => id));
  await writeContent(scope, deleted.content, members);
  await scope.db.deletedLead.deleteMany({ where: { id: deleted.id } });
  if (!(await takeBackNotices(scope, action.id, action.affiliateIds))) throw new DomainError("lead_undo_too_late");
  return { steps: [{ action: "lead.restore", entity: "lead", entityId: deleted.id }], kept: [] };
}
