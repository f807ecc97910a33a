import { isAddressRefused, noteAddressReached, noteAddressRefused } from "~/domain/identity/refused-address.server";
import type { Language } from "~/i18n/languages";
import type { OutgoingUrl } from "~/paths/outgoing";
import { AddressRefused } from "~/platform/mail/address-refused";
import { composeMail, type MailExtras, type MailKind } from "~/platform/mail/compose.server";
import type { TaskContext } from "./define-task";

/** A mail to one person, before it is written. */
export interface Mail extends Omit<MailExtras, "imprintUrl" | "contact"> {
  /** The same for all attempts of one mail and for no other mail. */
  id: string;
  kind: MailKind;
  /** `userId`: null as long as nobody is known by this address. */
  to: { userId: string | null; name: string; email: string };
  language: Language;
  /** For the placeholders of the mail's texts. */
  values: Record<string, string>;
  /** Where its button leads. */
  url: OutgoingUrl;
  /** One of many that nobody has asked for. It is not sent to an address that does not exist. */
  isRoutine?: boolean;
}

/**
 * Writes a mail and hands it to the mail server. The only way for a task to send one. When the server says that the
 * address does not exist, the person's record says so until another mail gets there, and it is not tried again.
 * @returns whether it was sent
 * @throws what the mailer throws for any other reason, so that the job tries again
 */
export async function sendMail({ database, mailer, links, log }: TaskContext, mail: Mail): Promise<boolean> {
  const { id, kind, to, language, values, url, isRoutine = false, ...extras } = mail;
  const { userId } = to;
  const wasRefused = userId !== null && (await database.withIdentity((scope) => isAddressRefused(scope, userId)));
  if (wasRefused && isRoutine) return false;
  const operator = { imprintUrl: links.imprint(), contact: links.contact() };
  const content = await composeMail(language, kind, values, url, { ...extras, ...operator });
  try {
    await mailer.send({ name: to.name, address: to.email }, content, id);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    log.info({ mail: kind, user_id: userId }, error.message);
    if (userId !== null) await database.withIdentity((scope) => noteAddressRefused(scope, userId, to.email));
    return false;
  }
  if (wasRefused) await database.withIdentity((scope) => noteAddressReached(scope, userId!, to.email));
  return true;
}
