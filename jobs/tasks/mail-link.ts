import { linkMail, noteLinkMailed } from "~/domain/identity/link-mail.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask, personScope } from "../define-task";
import { sendMail } from "../send-mail";

const JOB = "mail.link";

export const mailLink = defineTask(JOB, async (payload, context) => {
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
  if (isSent) await database.withIdentity((scope) => noteLinkMailed(scope, secret));
});
