import type { Language } from "~/i18n/languages";
import type { OutgoingUrl } from "~/paths/outgoing";
import { composeMail, type MailExtras, type MailKind } from "~/platform/mail/compose.server";
import type { TaskContext } from "./define-task";

/** A mail to one person, before it is written. */
export interface Mail extends MailExtras {
  /** The same for all attempts of one mail and for no other mail. */
  id: string;
  kind: MailKind;
  to: { name: string; email: string };
  language: Language;
  /** For the placeholders of the mail's texts. */
  values: Record<string, string>;
  /** Where its button leads. */
  url: OutgoingUrl;
}

/** Writes a mail and hands it to the mail server. The only way for a task to send one. Throws what the mailer throws. */
export async function sendMail({ mailer }: TaskContext, mail: Mail): Promise<void> {
  const { id, kind, to, language, values, url, ...extras } = mail;
  const content = await composeMail(language, kind, values, url, extras);
  await mailer.send({ name: to.name, address: to.email }, content, id);
}
