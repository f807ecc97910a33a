import type { TFunction } from "i18next";
import { countUnread } from "~/domain/notifications/count-unread.server";
import { listNotices } from "~/domain/notifications/list-notices.server";
import { markAllRead, markRead } from "~/domain/notifications/mark-read.server";
import { noticeSchema } from "~/domain/notifications/notice.schema";
import type { Scope } from "~/domain/shared/scope";
import type { WhilePaused } from "~/domain/subscriptions/subscription";
import { noticePath } from "~/paths/notice-path";

const LATEST = 8;

/** Loads a list of notifications: a page of all, or with `latest` in the URL the first few, for the bell. */
export async function loadNotices(scope: Scope, request: Request) {
  const { searchParams } = new URL(request.url);
  const size = searchParams.has("latest") ? { size: LATEST } : {};
  return {
    page: await listNotices(scope, { cursor: searchParams.get("cursor"), ...size }),
    timeZone: (await scope.organization()).timeZone,
    unread: (await countUnread(scope)) > 0,
  };
}

interface Reader {
  t: TFunction;
  inScope<T>(use: (scope: Scope) => Promise<T>, whilePaused: WhilePaused): Promise<T>;
}

/** Handles the forms of a list of notifications; `page` is its address. */
export const noticeHandlers = (page: string) => ({
  /** Marks a notification read and redirects to its subject. */
  open: {
    backTo: page,
    schema: noticeSchema,
    run: async (id: string, { inScope, t }: Reader) => {
      const notice = await inScope((scope) => markRead(scope, id), "looking");
      return notice ? { to: noticePath(notice) } : { toast: { tone: "info" as const, title: t("notices:gone") } };
    },
  },
  read: {
    backTo: page,
    schema: noticeSchema,
    run: async (id: string, { inScope }: Reader) => {
      await inScope((scope) => markRead(scope, id), "looking");
      return {};
    },
  },
  "read-all": {
    backTo: page,
    run: async (_: unknown, { inScope, t }: Reader) => {
      await inScope(markAllRead, "looking");
      return { toast: { tone: "success" as const, title: t("notices:marked") } };
    },
  },
});
