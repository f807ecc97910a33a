import { undoableAction } from "./undoable-action.server";
import { DomainError, type ErrorCode } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { afterUndo, isTooLate, undoEnds, undoUntil, type UndoKind } from "../shared/undo";

/** The error of an action that can no longer be undone. */
const tooLateOf = {
  payment: "undo_too_late",
  customer: "undo_too_late",
  leads: "lead_undo_too_late",
  statuses: "batch_undo_too_late",
  terms: "batch_undo_too_late",
  view: "batch_undo_too_late",
  receipts: "batch_undo_too_late",
} as const satisfies Record<UndoKind, ErrorCode>;

/**
 * Gives the acting user the longest possible time to undo their action; its emails wait until then. Repeating the call
 * changes nothing.
 * Returns when the time ends. Throws `not_found` (unknown action, or one of another user), `undo_too_late`,
 * `lead_undo_too_late` or `batch_undo_too_late` (the time is over, or an email is being sent), `forbidden`.
 */
export async function extendUndo(scope: Scope, of: UndoKind, batchId: string): Promise<Date> {
  requireStaff(scope);
  const action = await undoableAction(scope, of, batchId);
  const tooLate = tooLateOf[of];
  if (isTooLate(action.createdAt, scope.now)) throw new DomainError(tooLate);
  const until = undoEnds(action.createdAt);
  // Waits for an email that is about to be sent.
  const waiting = await scope.db.$queryRaw<{ begun: boolean }[]>`
    update notification set mail_at = case when mail_begun_at is null then ${until} else mail_at end
    where org_id = ${scope.orgId}::uuid and batch_id = ${batchId}::uuid
    returning mail_begun_at is not null as begun`;
  if (waiting.some(({ begun }) => begun)) throw new DomainError(tooLate);
  return until;
}

/** Returns until when an action can be undone; null if it cannot be undone because an email about it is being sent. */
export async function readUndoTime(scope: Scope, batchId: string): Promise<Date | null> {
  const action = await scope.db.auditEntry.findFirst({ where: { id: batchId }, select: { createdAt: true } });
  const notices = await scope.db.notification.findMany({
    where: { batchId },
    select: { mailAt: true, mailBegunAt: true },
  });
  if (!action || notices.some(({ mailBegunAt }) => mailBegunAt !== null)) return null;
  // An extension applies equally to all of them.
  const mailAt = notices[0]?.mailAt ?? null;
  return undoUntil(action.createdAt, { waiting: notices.length > 0, mailAt });
}

/**
 * Returns when an email can be sent that must arrive after those of an action, which wait until the action can no
 * longer be undone.
 */
export async function afterMailOf(scope: Scope, batchId: string | null): Promise<Date> {
  const soonest = afterUndo(scope.now);
  const put = batchId
    ? await scope.db.notification.aggregate({ where: { batchId, mailedAt: null }, _max: { mailAt: true } })
    : null;
  const last = put?._max.mailAt;
  return last && last > scope.now ? afterUndo(last) : soonest;
}
