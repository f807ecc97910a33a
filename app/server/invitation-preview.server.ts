import type { Language } from "~/i18n/languages";
import { mailTexts } from "~/platform/mail/texts.server";
import { unlinked } from "~/platform/mail/unlinked";

/** What an affiliate reads in the invitation email: its subject and its sentences, without the link. */
export interface InvitationPreview {
  subject: string;
  paragraphs: string[];
}

/** Writes the invitation email of an organization for a look before it is sent, in the language of the reader. */
export async function previewInvitation(language: Language, organization: string): Promise<InvitationPreview> {
  const t = await mailTexts(language);
  const words = { organization: unlinked(organization) };
  return {
    subject: t("invite.subject", words),
    paragraphs: [t("invite.body", words), `[${t("invite.button", words)}]`, t("invite.note", words)],
  };
}
