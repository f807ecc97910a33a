import { composeMail } from "~/platform/mail/compose.server";
import { readerLanguage } from "~/platform/mail/texts.server";
import { defineTask } from "../define-task";

export const mailLink = defineTask("mail.link", async (payload, { database, mailer, unseal, appUrl }) => {
  const user = await database.withIdentity((scope) =>
    scope.db.user.findUnique({ where: { id: payload.user_id } }),
  );
  if (!user) return;
  const mail = await composeMail(
    readerLanguage(user.languagePreference, payload.language),
    payload.purpose,
    { name: user.name, organization: payload.organization ?? "" },
    `${appUrl}/link/${unseal(payload.link)}`,
  );
  await mailer.send({ name: user.name, address: user.email }, mail);
});
