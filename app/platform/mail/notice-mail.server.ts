import { MAX_LEADS } from "~/domain/leads/lead-batch";
import type { NotificationContent } from "~/domain/notifications/notice";
import { formatDay, formatMonth } from "~/domain/shared/dates";
import { formatMoney, formatPercent } from "~/domain/shared/money";
import type { Language } from "~/i18n/languages";
import { changeText, noticeTexts, notificationTexts, type NoticeFormat } from "~/i18n/notice-words";
import type { MailKind } from "~/i18n/mail-kinds";
import type { Letter } from "./letter";
import { mailTexts } from "./texts.server";

/** Formats numbers and dates of an email by its language, because the reader's browser settings are unknown. */
export const mailFormat = (language: Language): NoticeFormat => ({
  money: ({ amount, currency }) => formatMoney(amount, currency, language),
  percent: (basisPoints) => formatPercent(basisPoints, language),
  day: (day) => formatDay(day, language),
  month: (day) => formatMonth(day, language),
  list: (parts) => new Intl.ListFormat(language, { type: "conjunction" }).format(parts),
});

/** The parts of an email that depend only on its notification. */
export interface NoticeMail {
  kind: MailKind;
  values: Record<string, string>;
  /** Changes that the notification lists, such as changed terms. */
  facts: Letter["facts"];
}

/** Returns a notification as an email in the reader's language. All names are listed. */
export async function noticeMail(language: Language, notice: NotificationContent): Promise<NoticeMail> {
  const format = mailFormat(language);
  const t = await mailTexts(language);
  const { mail, values } = noticeTexts(notice, format, MAX_LEADS);
  const { title, text, changes } = notificationTexts(t, notice, format);
  return {
    kind: mail,
    values: {
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
      ...(notice.type === "security" && { what: title, who: text }),
    },
    facts: changes.map((change) => ({ label: change.label, value: changeText(t, change) })),
  };
}
