import { invitationMail, noteInvitationMailed } from "~/domain/members/invitation-mail.server";
import { composeMail } from "~/platform/mail/compose.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask, jobScope } from "../define-task";

export const mailMemberInvitation = defineTask("mail.member_invitation", async (payload, context) => {
  const { invitation_id: id } = payload;
  const job = { name: "mail.member_invitation", orgId: payload.org_id } as const;
  const secret = context.unseal(payload.link);
  const receiver = await jobScope(context, job, (scope) => invitationMail(scope, id, secret));
  if (!receiver) return;
  const { name, email, language, organization } = receiver;
  const mail = await composeMail(
    readerLanguage(language, payload.language),
    "member_invitation",
    { name: name ?? "", organization },
    context.links.invitation(secret),
  );
  await context.mailer.send({ name: name ?? "", address: email }, mail, `invitation ${secret}`);
  await jobScope(context, job, (scope) => noteInvitationMailed(scope, id, secret));
});
