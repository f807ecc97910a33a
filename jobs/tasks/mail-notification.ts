import { MOST_LEADS } from "~/domain/leads/lead-batch";
import { isStaffNotice, type Notice } from "~/domain/notifications/notice";
import { beginMail, noteMailed } from "~/domain/notifications/read-notice.server";
import { writeToken } from "~/domain/notifications/unsubscribe-token.server";
import { addDays, day, todayIn, type Day } from "~/domain/shared/dates";
import { RETENTION_DAYS, subscriptionState, type SubscriptionFacts } from "~/domain/subscriptions/subscription";
import { noticePath } from "~/paths/notice-path";
import { alertWords, changeLines, mailFormat } from "~/platform/mail/change-lines.server";
import type { MailKind } from "~/platform/mail/compose.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { listed, type NoticeFormat } from "~/i18n/notice-words";
import { defineTask, jobScope } from "../define-task";
import { sendMail } from "../send-mail";

export const mailNotification = defineTask("mail.notification", async (payload, context) => {
  const job = { name: "mail.notification", orgId: payload.org_id } as const;
  const found = await jobScope(context, job, (scope) => beginMail(scope, payload.notification_id));
  if (!found) return;
  const { notice, receiver, organization, unsubscribing } = found;
  const language = readerLanguage(receiver.language);
  const isSent = await sendMail(context, {
    isRoutine: true,
    id: `notification ${payload.notification_id}`,
    kind: kindOf(notice),
    to: receiver,
    language,
    // What is paid is between us and the owner; all else comes in the organisation's name.
    values: {
      name: receiver.name,
      ...(notice.type === "billing" ? { agency: organization.name } : { organization: organization.name }),
      ...valuesOf(notice, mailFormat(language)),
      ...(notice.type === "billing" && {
        kept: mailFormat(language).day(keptUntil(organization, notice.date, context.database.now())),
      }),
      ...(notice.type === "security" && (await alertWords(language, notice))),
    },
    url: context.links.ofOrganization(payload.org_id, noticePath(notice)),
    sender: isStaffNotice(notice) ? null : organization,
    facts: await changeLines(language, notice),
    unsubscribeUrl:
      unsubscribing &&
      context.links.unsubscribe(context.signer.sign("unsubscribe", writeToken(unsubscribing, context.database.now()))),
  });
  if (isSent) await jobScope(context, job, (scope) => noteMailed(scope, payload.notification_id));
});

/** The last day of an organisation's data: as it is paused now, else as it would be with the end of its trial. */
function keptUntil(organization: SubscriptionFacts & { timeZone: string }, trialEnd: Day, now: Date): Day {
  const state = subscriptionState(organization, now);
  return state.status === "expired"
    ? todayIn(organization.timeZone, state.keptUntil)
    : addDays(trialEnd, RETENTION_DAYS);
}

function kindOf(notice: Notice): MailKind {
  switch (notice.type) {
    case "terms_changed":
      return notice.before ? "terms_changed" : "terms_first";
    case "lead_lost":
      if ("companies" in notice) return notice.reason ? "lead_lost_many_because" : "lead_lost_many";
      return notice.reason ? "lead_lost_because" : "lead_lost";
    case "deal_ended":
    case "deal_resumed":
    case "lead_created":
    case "affiliate_joined":
    case "member_joined":
      return notice.type;
    case "billing":
      return notice.about;
    case "security":
      return "owner_alert";
    case "webhook_disabled":
      return `webhook_${notice.because}`;
    default:
      if ("payments" in notice) return notice.oneOff ? "commission_paid_mixed" : "commission_paid_many";
      return notice.monthly ? `${notice.type}_monthly` : notice.type;
  }
}

function valuesOf(notice: Notice, format: NoticeFormat): Record<string, string> {
  switch (notice.type) {
    case "terms_changed":
      return { date: format.day(notice.after.startDate) };
    case "lead_lost":
      return {
        ...("companies" in notice
          ? { leads: String(notice.companies.length), companies: listed(notice.companies, MOST_LEADS) }
          : { company: notice.company }),
        reason: notice.reason ?? "",
      };
    case "lead_created":
      return { company: notice.company, affiliate: notice.affiliate };
    case "affiliate_joined":
      return { affiliate: notice.affiliate };
    case "member_joined":
      return { email: notice.email };
    case "billing":
      return { date: format.day(notice.date) };
    case "webhook_disabled":
      return { host: notice.host };
    case "deal_resumed":
      return { company: notice.company, deal: notice.deal };
    case "deal_ended":
      return { company: notice.company, deal: notice.deal, date: format.day(notice.day) };
    case "security":
      return {};
    default:
      if ("payments" in notice) {
        const commission = format.list(notice.amounts.map(format.money));
        return { payments: String(notice.payments), commission };
      }
      return {
        company: notice.company,
        deal: notice.deal,
        commission: format.money(notice.commission),
        period: notice.period ? format.month(day(notice.period)) : "",
        reason: notice.reason ?? "",
      };
  }
}
