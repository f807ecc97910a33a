import type { Notice, SecurityNotice } from "~/domain/notifications/notice";
import { formatDay, formatMonth } from "~/domain/shared/dates";
import { formatMoney, formatPercent } from "~/domain/shared/money";
import type { Language } from "~/i18n/languages";
import { changeText, noticeWords, type NoticeFormat } from "~/i18n/notice-words";
import type { Letter } from "./letter";
import { mailTexts } from "./texts.server";

/** How a mail writes numbers and dates: as its language does, because it knows no browser. */
export const mailFormat = (language: Language): NoticeFormat => ({
  money: ({ amount, currency }) => formatMoney(amount, currency, language),
  percent: (basisPoints) => formatPercent(basisPoints, language),
  day: (day) => formatDay(day, language),
  month: (day) => formatMonth(day, language),
  list: (parts) => new Intl.ListFormat(language, { type: "conjunction" }).format(parts),
});

/** What a notice lists, such as what is another now in somebody's terms, for a mail. */
export async function changeLines(language: Language, notice: Notice): Promise<Letter["facts"]> {
  const t = await mailTexts(language);
  return noticeWords(t, notice, mailFormat(language)).changes.map((change) => ({
    label: change.label,
    value: changeText(t, change),
  }));
}

/** What has happened and who did it, for a mail to an owner. */
export async function alertWords(language: Language, notice: SecurityNotice): Promise<{ what: string; who: string }> {
  const { title, text } = noticeWords(await mailTexts(language), notice, mailFormat(language));
  return { what: title, who: text };
}
