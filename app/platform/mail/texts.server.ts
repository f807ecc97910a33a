import { createInstance, type TFunction } from "i18next";
import de from "~/i18n/de/mail.json";
import en from "~/i18n/en/mail.json";
import es from "~/i18n/es/mail.json";
import fr from "~/i18n/fr/mail.json";
import { fallbackLanguage, i18nOptions, isLanguage, type Language } from "~/i18n/languages";

const i18n = createInstance();
const ready = i18n.init({
  ...i18nOptions,
  defaultNS: "mail",
  resources: { de: { mail: de }, en: { mail: en }, es: { mail: es }, fr: { mail: fr } },
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
