import {
  isAddressRefused,
  recordAddressReached,
  recordAddressRejected,
} from "~/domain/identity/refused-address.server";
import type { Language } from "~/i18n/languages";
import type { OutgoingUrl } from "~/paths/outgoing";
import { AddressRefused } from "~/platform/mail/address-refused";
import { composeMail, type MailExtras } from "~/platform/mail/compose.server";
import type { MailKind } from "~/i18n/mail-kinds";
import type { TaskContext } from "./define-task";

/** An email to one person, before it is written. */
export interface Mail extends Omit<MailExtras, "imprintUrl" | "contact"> {
  /** Id of the email; it is the same for all attempts and otherwise unique. */
  id: string;
  kind: MailKind;
  /** `userId` is null while no user has this address. */
  to: { userId: string | null; name: string; email: string };
  language: Language;
  /** Values for the placeholders of the email's texts. */
  values: Record<string, string>;
  /** Target of the button. */
  url: OutgoingUrl;
  /** One of many unrequested emails. It is not sent to an address that does not exist. */
  isRoutine?: boolean;
}

/**
 * Writes an email and sends it. Tasks must send emails only through this function. If the server reports that the
 * address does not exist, the user's record stores it until another email succeeds, and there is no retry.
 * @returns whether the email was sent
 * @throws other errors of the mailer, so that the job tries again
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
    if (userId !== null) await database.withIdentity((scope) => recordAddressRejected(scope, userId, to.email));
    return false;
  }
  if (wasRefused) await database.withIdentity((scope) => recordAddressReached(scope, userId!, to.email));
  return true;
}
