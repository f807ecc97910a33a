import { readMembers } from "../members/list-members.server";
import { takeBackNotices } from "../notifications/take-back-notices.server";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { writeContents } from "./lead-content.server";
import type { LeadAction, Undoing } from "./undoing";

/**
 * Writes the rows of deleted leads again. Nothing happens if they were restored before.
 * Throws `lead_undo_too_late` (their rows are gone, or an affiliate is being notified).
 */
export async function undoDeletion(scope: Scope, action: LeadAction): Promise<Undoing> {
  await scope.db.$queryRaw`
    select 1 from deleted_lead
    where org_id = ${scope.orgId}::uuid and id = any(${action.leadIds}::uuid[]) and batch_id = ${action.id}::uuid
    order by id for update`;
  const where = { id: { in: action.leadIds }, batchId: action.id };
  const deleted = await scope.db.deletedLead.findMany({ where, orderBy: { id: "asc" } });
  if (deleted.length === 0) return { steps: [], kept: [] };
  const contents = deleted.flatMap(({ content }) => (content === null ? [] : [content]));
  if (contents.length < deleted.length) throw new DomainError("lead_undo_too_late");
  const members = new Set((await readMembers(scope)).map(({ id }) => id));
  await writeContents(scope, contents, members);
  await scope.db.deletedLead.deleteMany({ where });
  if (!(await takeBackNotices(scope, action.id, action.affiliateIds))) throw new DomainError("lead_undo_too_late");
  return { steps: deleted.map(({ id }) => ({ action: "lead.restore", entity: "lead", entityId: id })), kept: [] };
}
