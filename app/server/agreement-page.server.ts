import { LATEST_AGREEMENT } from "~/domain/payouts/agreement";
import type { AgreementView } from "~/domain/payouts/agreement.server";
import { agreementText, type AgreementText } from "~/i18n/agreement-texts.server";
import { fallbackLanguage, isLanguage, type Language } from "~/i18n/languages";

/** The agreement of an affiliate with its texts, for a page. */
export interface AgreementPage extends AgreementView {
  /** What was accepted, in the language in which it was read. */
  acceptedText: (AgreementText & { language: Language }) | null;
  /** What is offered; null if nothing is, or if it is what was accepted. */
  offered: { version: number; language: Language; text: AgreementText } | null;
}

/** Adds the texts to an agreement: the accepted version, and the one that is offered in the language of the page. */
export function agreementPage(view: AgreementView, language: Language): AgreementPage {
  const { accepted, offer, payer } = view;
  const read = accepted && isLanguage(accepted.language) ? accepted.language : fallbackLanguage;
  const isOffered = offer === "open" && accepted?.version !== LATEST_AGREEMENT;
  return {
    ...view,
    acceptedText: accepted && { ...agreementText(read, accepted.version, accepted.payer), language: read },
    offered: isOffered
      ? { version: LATEST_AGREEMENT, language, text: agreementText(language, LATEST_AGREEMENT, payer) }
      : null,
  };
}
