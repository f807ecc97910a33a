import { namesOf } from "~/domain/shared/field-list";
import en from "~/i18n/en/mail.json";
import type { Language } from "~/i18n/languages";
import type { OutgoingUrl } from "~/paths/outgoing";
import { letterText, type Letter } from "./letter";
import { mailTexts } from "./texts.server";
import { senderName, unlinked, withoutSchemes } from "./unlinked";

/** A mail by the key of its texts in mail.json. */
export type MailKind = {
  [Key in keyof typeof en]: (typeof en)[Key] extends { subject: string } ? Key : never;
}[keyof typeof en];

/** All mails there are. */
export const mailKinds = namesOf(en).filter((key): key is MailKind => Object.hasOwn(Object(en[key]), "subject"));

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  /** Name of the sender; without one our own. The address stays ours. */
  senderName?: string;
  replyTo?: string;
}

/** An organization that causes a mail to somebody outside of its team. */
export interface MailSender {
  name: string;
  /** Where replies go; null if nowhere. */
  replyTo: string | null;
}

export interface MailExtras {
  /** What is another now, as it reads in the reader's language. */
  facts?: Letter["facts"];
  /** Address where such mails can be switched off, by a page or by one click of the mail program (RFC 8058). */
  unsubscribeUrl?: OutgoingUrl | null;
  /** The operator's imprint, if there is one. */
  imprintUrl?: OutgoingUrl | null;
  /** The operator's email address for questions, if there is one. */
  contact?: string | null;
  /** Stands beside our name as the sender. */
  sender?: MailSender | null;
}

const OWN_NAME = "Finderlohn";

/**
 * Writes a mail in the reader's language, as text and HTML from the same sentences. `values` fill the placeholders of
 * the texts in mail.json, without the addresses of pages they may hold; `url` is where the button leads. With an
 * `organization` among the values the mail comes in its name.
 */
export async function composeMail(
  language: Language,
  kind: MailKind,
  values: Record<string, string>,
  url: OutgoingUrl,
  { facts = [], unsubscribeUrl = null, imprintUrl = null, contact = null, sender = null }: MailExtras = {},
): Promise<MailContent> {
  const t = await mailTexts(language);
  const words = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, unlinked(text)]));
  const sentence = (part: string) => t(`${kind}.${part}`, words);
  const organization = words["organization"];
  const letter: Letter = {
    language,
    subject: t(
      `${kind}.subject`,
      Object.fromEntries(Object.entries(values).map(([name, text]) => [name, withoutSchemes(text)])),
    ),
    sender: organization || OWN_NAME,
    paragraphs: [t(words["name"] ? "greeting" : "greeting_nameless", words), sentence("body")],
    facts,
    button: { label: sentence("button"), url },
    copy: t("address"),
    notes: [sentence("note")].filter(Boolean),
    footer: [
      ...(organization ? [t("on_behalf", words)] : []),
      t("footer", words),
      // Whoever got the mail for an organization asks that one.
      ...(contact && !organization ? [t("contact", { contact })] : []),
    ],
    imprint: imprintUrl ? { label: t("imprint"), url: imprintUrl } : null,
    unsubscribe: unsubscribeUrl ? { label: t("unsubscribe"), url: unsubscribeUrl } : null,
  };
  const { letterHtml } = await import("./letter-html");
  return {
    subject: letter.subject,
    text: letterText(letter, (button) => t("link", { button })),
    html: await letterHtml(letter),
    ...(sender && { senderName: t("sender", { organization: senderName(sender.name) }) }),
    ...(sender?.replyTo && { replyTo: sender.replyTo }),
    ...(unsubscribeUrl && {
      headers: {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
  };
}
