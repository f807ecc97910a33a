import { createInstance, type TFunction } from "i18next";
import de from "~/i18n/de/mail.json";
import deNotices from "~/i18n/de/notices.json";
import en from "~/i18n/en/mail.json";
import enNotices from "~/i18n/en/notices.json";
import es from "~/i18n/es/mail.json";
import esNotices from "~/i18n/es/notices.json";
import fr from "~/i18n/fr/mail.json";
import frNotices from "~/i18n/fr/notices.json";
import { fallbackLanguage, i18nOptions, isLanguage, type Language } from "~/i18n/languages";

const i18n = createInstance();
const ready = i18n.init({
  ...i18nOptions,
  defaultNS: "mail",
  resources: {
    de: { mail: de, notices: deNotices },
    en: { mail: en, notices: enNotices },
    es: { mail: es, notices: esNotices },
    fr: { mail: fr, notices: frNotices },
  },
});

/** The language a person reads: what they chose, else what the situation suggests, else English. */
export function readerLanguage(...candidates: unknown[]): Language {
  return candidates.find(isLanguage) ?? fallbackLanguage;
}

/** The mail texts of a language. */
export async function mailTexts(language: Language): Promise<TFunction> {
  await ready;
  return i18n.getFixedT(language);
}
