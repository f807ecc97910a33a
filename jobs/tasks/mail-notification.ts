import { noteMailed, readNotice } from "~/domain/notifications/read-notice.server";
import { day, formatMonth } from "~/domain/shared/dates";
import { formatMoney } from "~/domain/shared/money";
import { composeMail } from "~/platform/mail/compose.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask, jobScope } from "../define-task";

export const mailNotification = defineTask("mail.notification", async (payload, context) => {
  const job = { name: "mail.notification", orgId: payload.org_id } as const;
  const found = await jobScope(context, job, (scope) => readNotice(scope, payload.notification_id));
  if (!found) return;
  const { notice, receiver } = found;
  const language = readerLanguage(receiver.language);
  const mail = await composeMail(
    language,
    notice.monthly ? `${notice.type}_monthly` : notice.type,
    {
      name: receiver.name,
      organization: receiver.organization,
      company: notice.company,
      deal: notice.deal,
      commission: formatMoney(notice.commission.amount, notice.commission.currency, language),
      period: notice.period ? formatMonth(day(notice.period), language) : "",
    },
    `${context.appUrl}/affiliate/leads`,
  );
  await context.mailer.send({ name: receiver.name, address: receiver.email }, mail);
  await jobScope(context, job, (scope) => noteMailed(scope, payload.notification_id));
});
