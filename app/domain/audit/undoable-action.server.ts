import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { undoable, type UndoKind } from "../shared/undo";
import { actorName } from "./record-audit.server";

/** Returns the entry of an action of the acting user that is undone as this kind. Throws `not_found`. */
export async function undoableAction(scope: Scope, of: UndoKind, batchId: string) {
  const action = await scope.db.auditEntry.findFirst({
    where: { id: batchId, actor: actorName(scope.actor), action: { in: [...undoable[of]] } },
  });
  if (!action) throw new DomainError("not_found");
  return action;
}

/** Returns the id of the action that an audit entry has undone, from its details. */
export const undoneBy = (data: unknown) => (data as { undoes?: unknown } | null)?.undoes;
