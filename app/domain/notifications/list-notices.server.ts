import { afterCursor, inOrder, momentKey, readCursor, type Page, type PageRequest } from "../shared/page";
import type { Scope } from "../shared/scope";
import { readStoredNotice, type NotificationContent } from "./notice";
import { actingReceiver } from "./receiver";

export interface NotificationRow {
  id: string;
  /** ISO timestamp. */
  at: string;
  isRead: boolean;
  notice: NotificationContent;
}

/**
 * Returns a page of the acting user's notifications, latest first. Leaves out those that cannot be read. Throws
 * `forbidden`.
 */
export async function listNotices(
  scope: Scope,
  { size, ...request }: PageRequest & { size?: number },
): Promise<Page<NotificationRow>> {
  const cursor = readCursor(request, "desc", momentKey.valid, size);
  const rows = await scope.db.notification.findMany({
    where: { ...actingReceiver(scope), ...afterCursor(cursor, "createdAt", momentKey.value) },
    orderBy: inOrder(cursor, "createdAt"),
    take: cursor.take,
  });
  const page = cursor.page(rows, (row) => momentKey.of(row.createdAt));
  return {
    ...page,
    rows: page.rows.flatMap((row) => {
      const notice = readStoredNotice(row, scope.log);
      if (!notice) return [];
      return { id: row.id, at: row.createdAt.toISOString(), isRead: row.readAt !== null, notice };
    }),
  };
}
