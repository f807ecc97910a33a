import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import type { NotificationRow } from "~/domain/notifications/list-notices.server";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { noticeIntents } from "./notice-intents";
import { useMemo } from "react";
import type { NotificationContent } from "~/domain/notifications/notice";
import { changeText, notificationTexts, type NoticeFormat } from "~/i18n/notice-words";

export type NoticeListProps = {
  rows: readonly NotificationRow[];
  /** The page of the list, which its forms are posted to. */
  path: string;
  timeZone: string;
  /** Shows a button that marks a notice read without opening it. */
  markable?: boolean;
};

/**
 * Notices, latest first. Each is a button that marks it read and leads to what it is about: a link would have to change
 * something when it is followed.
 */
export function NoticeList({ rows, path, timeZone, markable }: NoticeListProps) {
  const { t } = useTranslation(["notices", "common"]);
  const { moment } = useFormat();
  const words = useNoticeWords();
  return (
    <ul className="divide-y">
      {rows.map(({ id, at, isRead, notice }) => {
        const { title, text, changes } = words(notice);
        return (
          <li key={id}>
            <Form method="post" action={path} className="flex items-start gap-1 p-1">
              <input type="hidden" name="notice" value={id} />
              <button
                {...intent(noticeIntents, "open")}
                className="flex min-h-11 min-w-0 flex-1 gap-3 rounded-md p-3 text-left -outline-offset-2 hover:bg-sunken"
              >
                <span
                  aria-hidden
                  className={
                    isRead
                      ? "mt-1.5 size-2 shrink-0"
                      : "mt-1.5 size-2 shrink-0 rounded-full bg-accent forced-colors:bg-[CanvasText]"
                  }
                />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium wrap-anywhere">
                    {!isRead && <span className="sr-only">{t("new")}: </span>}
                    {title}
                  </span>
                  {text && <span className="line-clamp-3 wrap-anywhere text-muted">{text}</span>}
                  {changes.map((change) => (
                    <span key={change.label} className="block wrap-anywhere text-muted">
                      {t("common:labelled", { label: change.label, value: "" })}
                      <span className="text-ink">{change.text}</span>
                    </span>
                  ))}
                  <time dateTime={at} className="mt-0.5 block text-xs text-faint tabular-nums">
                    {moment(at, timeZone)}
                  </time>
                </span>
              </button>
              {markable && !isRead && (
                <Button
                  type="submit"
                  variant="ghost"
                  size="icon"
                  className="mt-1"
                  {...intent(noticeIntents, "read")}
                  aria-label={`${t("mark")}: ${title}`}
                  title={t("mark")}
                >
                  <Icon name="check" />
                </Button>
              )}
            </Form>
          </li>
        );
      })}
    </ul>
  );
}

/** Writes a notice in the reader's language: a title, a line below it, and what has changed. */
function useNoticeWords() {
  const { t, i18n } = useTranslation("notices");
  const format = useFormat();
  return useMemo(() => {
    const all: NoticeFormat = {
      ...format,
      list: (parts) => new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(parts),
    };
    return (notice: NotificationContent) => {
      const { changes, ...words } = notificationTexts(t, notice, all);
      return {
        ...words,
        changes: changes.map((change) => ({ label: change.label, text: changeText(t, change) })),
      };
    };
  }, [t, i18n, format]);
}
