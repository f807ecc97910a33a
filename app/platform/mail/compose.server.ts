import type { Language } from "~/i18n/languages";
import type { MailKind } from "~/i18n/mail-kinds";
import type { OutgoingUrl } from "~/paths/outgoing";
import { letterText, type Letter } from "./letter";
import { mailTexts } from "./texts.server";
import { senderName, unlinked, withoutSchemes } from "./unlinked";

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  /** Display name of the sender; the app's name by default. The address is always the app's own. */
  senderName?: string;
  replyTo?: string;
}

/** An organization on whose behalf an email goes to a person outside its staff. */
export interface MailSender {
  name: string;
  /** Address for replies; null for none. */
  replyTo: string | null;
}

export interface MailExtras {
  /** Changes to list, formatted in the reader's language. */
  facts?: Letter["facts"];
  /** URL that unsubscribes from such emails, by a page or by one click in the mail program (RFC 8058). */
  unsubscribeUrl?: OutgoingUrl | null;
  /** URL of the operator's imprint; null if there is none. */
  imprintUrl?: OutgoingUrl | null;
  /** The operator's contact address; null if there is none. */
  contact?: string | null;
  /** Shown next to the app's name as the sender. */
  sender?: MailSender | null;
}

const OWN_NAME = "Finderlohn";

/**
 * Writes an email in the reader's language, as text and HTML with the same sentences. `values` fill the placeholders of
 * mail.json; links in them are disabled. `url` is the target of the button. If `values` name an `organization`, the
 * email is sent on its behalf.
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
      // The reader of an organization's email should contact that organization instead.
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
