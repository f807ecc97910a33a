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
 * the texts in mail.json; `url` is where the button leads.
 */
export async function composeMail(
  language: Language,
  kind: MailKind,
  values: Record<string, string>,
  url: string,
): Promise<MailContent> {
  const t = await mailTexts(language);
  const sentence = (part: string) => t(`${kind}.${part}`, values);
  const subject = sentence("subject");
  const before = [t("greeting", values), sentence("body")];
  const after = [sentence("note")].filter(Boolean);
  const button = sentence("button");
  const footer = t("footer", values);
  return {
    subject,
    text: [...before, `${button}:\n${url}`, ...after, "--", footer].join("\n\n") + "\n",
    html: page(language, subject, before, { label: button, url }, after, footer),
  };
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
