import { readDueLeads } from "~/domain/leads/remind-due.server";
import { isStaffNotice } from "~/domain/notifications/notice";
import { beginMail, markEmailed } from "~/domain/organizations/begin-mail.server";
import { writeToken } from "~/domain/notifications/unsubscribe-token.server";
import { addDays, todayIn, type Day } from "~/domain/shared/dates";
import { RETENTION_DAYS, subscriptionState, type SubscriptionFacts } from "~/domain/subscriptions/subscription";
import { noticePath } from "~/paths/notice-path";
import { mailFormat, noticeMail } from "~/platform/mail/notice-mail.server";
import { dueMail } from "~/platform/mail/due-mail.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { sendMail } from "../send-mail";
import type { Handler } from "../define-task";

export const mailNotification: Handler<"mail.notification"> = async (payload, context) => {
  const found = await context.inScope((scope) => beginMail(scope, payload.notification_id));
  if (!found) return;
  const { notice, receiver, organization, unsubscribing } = found;
  const language = readerLanguage(receiver.language);
  const due =
    notice.type === "leads_due" ? await context.inScope((scope) => readDueLeads(scope, receiver.userId)) : null;
  // All done since.
  if (due?.leads.length === 0) return;
  const { kind, values, facts } = due ? await dueMail(language, due) : await noticeMail(language, notice);
  const isSent = await sendMail(context, {
    isRoutine: true,
    id: `notification ${payload.notification_id}`,
    kind,
    to: receiver,
    language,
    // What is paid is between us and the owner; all else comes in the organization's name.
    values: {
      name: receiver.name,
      ...(notice.type === "billing" ? { agency: organization.name } : { organization: organization.name }),
      ...values,
      ...(notice.type === "billing" && {
        kept: mailFormat(language).day(retainUntil(organization, notice.date, context.database.now())),
      }),
    },
    url: context.links.ofOrganization(payload.org_id, noticePath(notice)),
    sender: isStaffNotice(notice) ? null : organization,
    facts,
    unsubscribeUrl:
      unsubscribing &&
      context.links.unsubscribe(context.signer.sign("unsubscribe", writeToken(unsubscribing, context.database.now()))),
  });
  if (isSent) await context.inScope((scope) => markEmailed(scope, payload.notification_id));
};

/** The last day of an organization's data: as it is paused now, else as it would be with the end of its trial. */
function retainUntil(organization: SubscriptionFacts & { timeZone: string }, trialEnd: Day, now: Date): Day {
  const state = subscriptionState(organization, now);
  return state.status === "expired"
    ? todayIn(organization.timeZone, state.retainUntil)
    : addDays(trialEnd, RETENTION_DAYS);
}
