import type { OutgoingUrl } from "~/paths/outgoing";
import type { Language } from "~/i18n/languages";
import { letterText, type Letter } from "./letter";
import { mailTexts } from "./texts.server";
import { senderName, unlinked, withoutSchemes } from "./unlinked";

/** All mails there are. */
export const mailKinds = [
  "confirm",
  "invite",
  "member_invitation",
  "sign-in",
  "reset",
  "factor_on",
  "factor_changed",
  "factor_off",
  "recovery_used",
  "factor_failed",
  "new-email",
  "keep-email",
  "password_changed",
  "email_changed",
  "name_changed",
  "member_removed",
  "account_deleted",
  "access_ended",
  "deal_created",
  "deal_created_monthly",
  "commission_paid",
  "commission_paid_monthly",
  "commission_paid_many",
  "commission_paid_mixed",
  "commission_reversed",
  "commission_reversed_monthly",
  "deal_ended",
  "deal_resumed",
  "terms_changed",
  "terms_first",
  "lead_lost",
  "lead_lost_because",
  "lead_lost_many",
  "lead_lost_many_because",
  "lead_created",
  "affiliate_joined",
  "member_joined",
  "webhook_gone",
  "webhook_failing",
  "owner_alert",
  "deletion_near",
  "trial_ending",
  "trial_over",
  "payment_failed",
  "paid_twice",
  "subscription_canceled",
  "subscription_unpaid",
] as const;
export type MailKind = (typeof mailKinds)[number];

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
