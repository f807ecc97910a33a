import { invitationMail, noteInvitationMailed } from "~/domain/members/invitation-mail.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask, jobScope } from "../define-task";
import { sendMail } from "../send-mail";

export const mailMemberInvitation = defineTask("mail.member_invitation", async (payload, context) => {
  const { invitation_id: id } = payload;
  const job = { name: "mail.member_invitation", orgId: payload.org_id } as const;
  const secret = context.unseal(payload.link);
  const receiver = await jobScope(context, job, (scope) => invitationMail(scope, id, secret));
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
  await jobScope(context, job, (scope) => noteInvitationMailed(scope, id, secret, isSent));
});
