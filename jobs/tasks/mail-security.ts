import { noteSecurityMailed, securityMail } from "~/domain/identity/security-notice.server";
import { composeMail } from "~/platform/mail/compose.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask } from "../define-task";
import { paths } from "~/paths/paths";

export const mailSecurity = defineTask("mail.security", async (payload, { database, mailer, appUrl }) => {
  const notice = await database.withIdentity((scope) => securityMail(scope, payload.notice_id));
  if (!notice) return;
  const { kind, name, email, language } = notice;
  const mail = await composeMail(
    readerLanguage(language, payload.language),
    kind,
    { name },
    appUrl + paths.settings("security"),
  );
  await mailer.send({ name, address: email }, mail);
  await database.withIdentity((scope) => noteSecurityMailed(scope, payload.notice_id));
});
