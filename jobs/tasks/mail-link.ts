import { linkMail, noteLinkMailed } from "~/domain/identity/link-mail.server";
import { composeMail } from "~/platform/mail/compose.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask } from "../define-task";

export const mailLink = defineTask("mail.link", async (payload, { database, mailer, unseal, links }) => {
  const secret = unseal(payload.link);
  const receiver = await database.withIdentity((scope) => linkMail(scope, secret));
  if (!receiver) return;
  const { purpose, name, email, language } = receiver;
  const mail = await composeMail(
    readerLanguage(language, payload.language),
    purpose,
    { name, organization: payload.organization ?? "" },
    links.oneTime(secret),
  );
  await mailer.send({ name, address: email }, mail, `link ${secret}`);
  await database.withIdentity((scope) => noteLinkMailed(scope, secret));
});
