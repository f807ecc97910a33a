import type { Scope } from "../shared/scope";
import { readStoredNotice, type NotificationContent } from "./notice";
import { actingReceiver } from "./receiver";

/**
 * Marks one of the acting user's notifications read and returns it. Returns null if it cannot be read or no longer
 * exists, for example after a payment was undone. Throws `forbidden`.
 */
export async function markRead(scope: Scope, id: string): Promise<NotificationContent | null> {
  const where = { ...actingReceiver(scope), id };
  await scope.db.notification.updateMany({ where: { ...where, readAt: null }, data: { readAt: scope.now } });
  const row = await scope.db.notification.findFirst({ where });
  return row && readStoredNotice(row, scope.log);
}

/** Marks all existing notifications of the acting user read. Throws `forbidden`. */
export async function markAllRead(scope: Scope): Promise<void> {
  await scope.db.notification.updateMany({
    where: { ...actingReceiver(scope), readAt: null },
    data: { readAt: scope.now },
  });
}
