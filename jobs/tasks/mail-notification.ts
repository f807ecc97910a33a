import type { AffiliateNotice } from "~/domain/notifications/notify-affiliate.server";
import { beginMail, noteMailed } from "~/domain/notifications/read-notice.server";
import { day, formatMonth } from "~/domain/shared/dates";
import { formatMoney, type Money } from "~/domain/shared/money";
import type { Language } from "~/i18n/languages";
import { composeMail, type MailKind } from "~/platform/mail/compose.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask, jobScope } from "../define-task";

export const mailNotification = defineTask("mail.notification", async (payload, context) => {
  const job = { name: "mail.notification", orgId: payload.org_id } as const;
  const found = await jobScope(context, job, (scope) => beginMail(scope, payload.notification_id));
  if (!found) return;
  const { notice, receiver } = found;
  const language = readerLanguage(receiver.language);
  const { name, organization } = receiver;
  const mail = await composeMail(
    language,
    kindOf(notice),
    { name, organization, ...valuesOf(notice, language) },
    `${context.appUrl}${pathOf(notice)}`,
  );
  await context.mailer.send({ name: receiver.name, address: receiver.email }, mail);
  await jobScope(context, job, (scope) => noteMailed(scope, payload.notification_id));
});

/** The deal that the mail is about, before the list of deals; of several the list. */
function pathOf(notice: AffiliateNotice): string {
  const dealId = "payments" in notice ? null : notice.dealId;
  return dealId ? `/affiliate/leads/deals/${dealId}?tab=deals` : "/affiliate/leads?tab=deals";
}

function kindOf(notice: AffiliateNotice): MailKind {
  if ("payments" in notice) return notice.oneOff ? "commission_paid_mixed" : "commission_paid_many";
  return notice.monthly ? `${notice.type}_monthly` : notice.type;
}

function valuesOf(notice: AffiliateNotice, language: Language): Record<string, string> {
  const money = ({ amount, currency }: Money) => formatMoney(amount, currency, language);
  if ("payments" in notice) {
    const list = new Intl.ListFormat(language, { type: "conjunction" });
    return { payments: String(notice.payments), commission: list.format(notice.amounts.map(money)) };
  }
  return {
    company: notice.company,
    deal: notice.deal,
    commission: money(notice.commission),
    period: notice.period ? formatMonth(day(notice.period), language) : "",
    reason: notice.reason ?? "",
  };
}
