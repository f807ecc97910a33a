import type { Scope } from "../shared/scope";
import { readStoredNotice, type Notice } from "./notice";
import { actingReceiver } from "./receiver";

/**
 * Marks one of the acting person's notices read. Returns it; null when it is gone (a payment was undone, say) or cannot
 * be read. Throws `forbidden`.
 */
export async function markRead(scope: Scope, id: string): Promise<Notice | null> {
  const where = { ...actingReceiver(scope), id };
  await scope.db.notification.updateMany({ where: { ...where, readAt: null }, data: { readAt: scope.now } });
  const row = await scope.db.notification.findFirst({ where });
  return row && readStoredNotice(row, scope.log);
}

/** Marks all notices of the acting person read that were there at that moment. Throws `forbidden`. */
export async function markAllRead(scope: Scope): Promise<void> {
  await scope.db.notification.updateMany({
    where: { ...actingReceiver(scope), readAt: null },
    data: { readAt: scope.now },
  });
}
