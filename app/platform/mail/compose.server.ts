import { mailTexts } from "./texts.server";
import type { Language } from "~/i18n/languages";

export type MailKind =
  | "confirm"
  | "invite"
  | "sign-in"
  | "reset"
  | "deal_created"
  | "deal_created_monthly"
  | "commission_paid"
  | "commission_paid_monthly"
  | "commission_paid_many"
  | "commission_paid_mixed"
  | "commission_reversed"
  | "commission_reversed_monthly";

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/**
 * Writes a mail in the reader's language, as text and HTML from the same sentences. `values` fill the placeholders of
 * the texts in mail.json, without the addresses of pages they may hold; `url` is where the button leads.
 */
export async function composeMail(
  language: Language,
  kind: MailKind,
  values: Record<string, string>,
  url: string,
): Promise<MailContent> {
  const t = await mailTexts(language);
  const words = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, unlinked(text)]));
  const sentence = (part: string) => t(`${kind}.${part}`, words);
  const subject = sentence("subject");
  const before = [t("greeting", words), sentence("body")];
  const after = [sentence("note")].filter(Boolean);
  const button = sentence("button");
  const footer = t("footer", words);
  return {
    subject,
    text: [...before, `${button}:\n${url}`, ...after, "--", footer].join("\n\n") + "\n",
    html: page(language, subject, before, { label: button, url }, after, footer),
  };
}

const SCHEME = /[a-z][a-z0-9+.-]{0,30}:[/\\]{2,}/gi;
/** Full stops, those of other scripts among them, that do not end a word: mail programs make a link of what has one. */
const DOT_WITHIN = /(?<=[^\s.])[.\u3002\uff0e\uff61](?=\p{L})/gu;
/** Looks like a full stop, but no program takes it for that of an address. */
const LEADER = "\u2024";

/**
 * Names and titles are anybody's words, sent in our name to people who may not know who wrote them. They stay readable, but
 * no mail program makes a link of "evil.example" in them.
 */
function unlinked(text: string): string {
  return text.replace(SCHEME, "").replace(DOT_WITHIN, LEADER);
}

// Mail programs know neither style sheets nor variables; these are the colours of the interface's light theme.
const ink = "#1c1917";
const muted = "#57534e";
const accent = "#166534";

function page(
  language: Language,
  subject: string,
  before: string[],
  button: { label: string; url: string },
  after: string[],
  footer: string,
): string {
  const paragraph = (text: string, color = ink) =>
    `<p style="margin:0 0 16px;color:${color};font-size:16px;line-height:1.5">${escape(text)}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#fafaf9;font-family:Inter,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e7e5e4;border-radius:8px">
<p style="margin:0 0 24px;color:${accent};font-size:16px;font-weight:600">Finderlohn</p>
${before.map((text) => paragraph(text)).join("\n")}
<p style="margin:24px 0"><a href="${escape(button.url)}" style="display:inline-block;padding:12px 20px;background:${accent};color:#ffffff;text-decoration:none;border-radius:6px;font-size:16px;font-weight:600">${escape(button.label)}</a></p>
${after.map((text) => paragraph(text, muted)).join("\n")}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e7e5e4;color:${muted};font-size:13px;line-height:1.5">${escape(footer)}</p>
</div>
</body>
</html>
`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
