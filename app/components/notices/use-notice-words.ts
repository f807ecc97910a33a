import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Notice } from "~/domain/notifications/notice";
import { changeText, noticeWords, type NoticeFormat } from "~/i18n/notice-words";
import { useFormat } from "~/browser/use-format";

/** Writes a notice in the reader's language: a title, a line below it, and what has changed. */
export function useNoticeWords() {
  const { t, i18n } = useTranslation("notices");
  const format = useFormat();
  return useMemo(() => {
    const all: NoticeFormat = {
      ...format,
      list: (parts) => new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(parts),
    };
    return (notice: Notice) => {
      const { changes, ...words } = noticeWords(t, notice, all);
      return {
        ...words,
        changes: changes.map((change) => ({ label: change.label, text: changeText(t, change) })),
      };
    };
  }, [t, i18n, format]);
}
