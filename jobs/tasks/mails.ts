import { deletionMail, markDeletionEmailed } from "~/domain/subscriptions/warn-of-deletion.server";
import { formatDay } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { mailTexts, readerLanguage } from "~/platform/mail/texts.server";
import { sendMail } from "../send-mail";
import { z } from "zod";
import { linkMail, markLinkEmailed } from "~/domain/identity/link-mail.server";
import { invitationMail, markInvitationEmailed } from "~/domain/members/invitation-mail.server";
import { personScope, type Handler } from "../define-task";

export const mailDeletionWarning: Handler<"mail.deletion_warning"> = async (payload, context) => {
  const { org_id: orgId, warning_id: id } = payload;
  const found = await context.inScope((scope) => deletionMail(scope, id));
  if (!found) return;
  const language = readerLanguage(found.language);
  const { name, organization: company, because, retainUntil } = found;
  const date = formatDay(retainUntil, language);
  const mail = { id: `deletion ${id}`, to: found, language };
  const isSent =
    because === "closed"
      ? await sendMail(context, {
          ...mail,
          kind: "closing_near",
          values: { name, company, date },
          url: context.links.ofOrganization(orgId, paths.closed()),
        })
      : await sendMail(context, {
          ...mail,
          kind: "deletion_near",
          values: { name, company, why: (await mailTexts(language))(`paused_because.${because}`), date },
          url: context.links.ofOrganization(orgId, paths.pricing()),
        });
  if (isSent) await context.inScope((scope) => markDeletionEmailed(scope, id));
};

const sealedPerson = z.object({ name: z.string(), email: z.string(), organization: z.string().optional() });

/**
 * Emails a deleted user that their account, or their access to a portal, has ended. The job contains the address,
 * because the database no longer does.
 */
export const mailFarewell: Handler<"mail.farewell"> = async (payload, context) => {
  const { name, email, organization } = sealedPerson.parse(JSON.parse(context.unseal(payload.person)));
  await sendMail(context, {
    id: `farewell ${payload.mail_id}`,
    kind: payload.kind,
    to: { userId: null, name, email },
    language: readerLanguage(null, payload.language),
    values: { name, ...(organization && { agency: organization }) },
    url: context.links.home(),
  });
};

const JOB = "mail.link";

export const mailLink: Handler<typeof JOB> = async (payload, context) => {
  const { database, links } = context;
  const secret = context.unseal(payload.link);
  const receiver = await database.withIdentity((scope) => linkMail(scope, secret));
  if (!receiver) return;
  const { purpose, language, invitedBy: orgId, ...to } = receiver;
  const sender = orgId && (await personScope(context, { name: JOB, orgId }, (scope) => scope.organization()));
  const isSent = await sendMail(context, {
    id: `link ${secret}`,
    kind: purpose,
    to,
    sender: sender || null,
    language: readerLanguage(language, payload.language),
    values: { name: to.name, ...(sender && { organization: sender.name }) },
    url: links.oneTime(secret),
  });
  if (isSent) await database.withIdentity((scope) => markLinkEmailed(scope, secret));
};

export const mailMemberInvitation: Handler<"mail.member_invitation"> = async (payload, context) => {
  const { invitation_id: id } = payload;
  const secret = context.unseal(payload.link);
  const receiver = await context.inScope((scope) => invitationMail(scope, id, secret));
  if (!receiver) return;
  const { language, organization: sender } = receiver;
  const to = { ...receiver, name: receiver.name ?? "" };
  const isSent = await sendMail(context, {
    id: `invitation ${secret}`,
    kind: "member_invitation",
    to,
    sender,
    language: readerLanguage(language, payload.language),
    values: { name: to.name, organization: sender.name },
    url: context.links.invitation(secret),
  });
  await context.inScope((scope) => markInvitationEmailed(scope, id, secret, isSent));
};
