import { createInstance, type TFunction } from "i18next";
import de from "~/i18n/de/mail.json";
import deNotices from "~/i18n/de/notices.json";
import deTerms from "~/i18n/de/terms.json";
import en from "~/i18n/en/mail.json";
import enNotices from "~/i18n/en/notices.json";
import enTerms from "~/i18n/en/terms.json";
import es from "~/i18n/es/mail.json";
import esNotices from "~/i18n/es/notices.json";
import esTerms from "~/i18n/es/terms.json";
import fr from "~/i18n/fr/mail.json";
import frNotices from "~/i18n/fr/notices.json";
import frTerms from "~/i18n/fr/terms.json";
import { fallbackLanguage, i18nOptions, isLanguage, type Language } from "~/i18n/languages";

const i18n = createInstance();
const ready = i18n.init({
  ...i18nOptions,
  defaultNS: "mail",
  resources: {
    de: { mail: de, notices: deNotices, terms: deTerms },
    en: { mail: en, notices: enNotices, terms: enTerms },
    es: { mail: es, notices: esNotices, terms: esTerms },
    fr: { mail: fr, notices: frNotices, terms: frTerms },
  },
});

/** Returns the reader's language: the first supported candidate, otherwise English. */
export function readerLanguage(...candidates: unknown[]): Language {
  return candidates.find(isLanguage) ?? fallbackLanguage;
}

/** Returns the texts of emails in a language. */
export async function mailTexts(language: Language): Promise<TFunction> {
  await ready;
  return i18n.getFixedT(language);
}
