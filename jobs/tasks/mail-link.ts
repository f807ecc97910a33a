import { isLinkToBeMailed, noteLinkMailed } from "~/domain/identity/inspect-link.server";
import { composeMail } from "~/platform/mail/compose.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask } from "../define-task";

export const mailLink = defineTask("mail.link", async (payload, { database, mailer, unseal, appUrl }) => {
  const secret = unseal(payload.link);
  const user = await database.withIdentity(async (scope) => {
    // A mail server that was away for hours must not make us send links that no longer work.
    if (!(await isLinkToBeMailed(scope, secret))) return null;
    return scope.db.user.findUnique({ where: { id: payload.user_id } });
  });
  if (!user) return;
  const mail = await composeMail(
    readerLanguage(user.languagePreference, payload.language),
    payload.purpose,
    { name: user.name, organization: payload.organization ?? "" },
    `${appUrl}/link/${secret}`,
  );
  await mailer.send({ name: user.name, address: user.email }, mail);
  await database.withIdentity((scope) => noteLinkMailed(scope, secret));
});
