import { deleteFile } from "../files/delete-file.server";
import { DomainError } from "../shared/errors";
import { actingAffiliate, actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { emitUpdated } from "./emit-updated.server";
import { reopenStep } from "./finish-step.server";
import { takeBackSince, type EntryKind } from "./conversation";

/**
 * Deletes a note or message that the acting member has just written, with its file and the notifications about it.
 * Throws `lead_undo_too_late` (also for those of others and unknown ones), `forbidden`.
 */
export async function takeBackEntry(scope: Scope, { id, kind }: { id: string; kind: EntryKind }): Promise<void> {
  requireStaff(scope);
  const author = actingUser(scope);
  if (!author) throw new DomainError("forbidden");
  const where = { id, author, createdAt: { gt: takeBackSince(scope.now) } };
  const found =
    kind === "note" ? await scope.db.leadNote.findFirst({ where }) : await scope.db.leadMessage.findFirst({ where });
  if (!found) throw new DomainError("lead_undo_too_late");
  // Taking back that a step was done gives the lead the step back.
  if ("stepOn" in found && found.stepOn !== null && (await reopenStep(scope, id, found.leadId)))
    return emitUpdated(scope, [found.leadId]);
  const { count } =
    kind === "note" ? await scope.db.leadNote.deleteMany({ where }) : await scope.db.leadMessage.deleteMany({ where });
  if (count > 0) await forget(scope, found);
}

/**
 * Returns the affiliate of a message, if the acting affiliate has written it and can still take it back.
 * Throws `lead_undo_too_late`, `forbidden` for other actors.
 */
export async function requireOwnMessage(scope: Scope, id: string): Promise<string> {
  const affiliateId = actingAffiliate(scope);
  const where = { id, affiliateId, author: null, createdAt: { gt: takeBackSince(scope.now) } };
  if (!(await scope.db.leadMessage.findFirst({ where, select: { id: true } })))
    throw new DomainError("lead_undo_too_late");
  return affiliateId;
}

/**
 * Deletes a message of this affiliate, who may not delete what staff were notified of. The caller has checked that it
 * can be taken back ({@link requireOwnMessage}). A second call changes nothing. Throws `forbidden`.
 */
export async function takeBackAnswer(scope: Scope, { id, affiliateId }: { id: string; affiliateId: string }) {
  requireStaff(scope);
  const where = { id, affiliateId, author: null };
  const found = await scope.db.leadMessage.findFirst({ where });
  if (!found) return;
  const { count } = await scope.db.leadMessage.deleteMany({ where });
  if (count > 0) await forget(scope, found);
}

async function forget(scope: Scope, { id, fileId }: { id: string; fileId: string | null }): Promise<void> {
  await scope.db.notification.deleteMany({ where: { subjectId: id } });
  if (fileId) await deleteFile(scope, fileId);
}
