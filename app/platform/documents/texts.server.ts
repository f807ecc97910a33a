import { createInstance, type TFunction } from "i18next";
import de from "~/i18n/de/documents.json";
import deTerms from "~/i18n/de/terms.json";
import en from "~/i18n/en/documents.json";
import enTerms from "~/i18n/en/terms.json";
import es from "~/i18n/es/documents.json";
import esTerms from "~/i18n/es/terms.json";
import fr from "~/i18n/fr/documents.json";
import frTerms from "~/i18n/fr/terms.json";
import { i18nOptions, type Language } from "~/i18n/languages";

const i18n = createInstance();
const ready = i18n.init({
  ...i18nOptions,
  defaultNS: "documents",
  resources: {
    de: { documents: de, terms: deTerms },
    en: { documents: en, terms: enTerms },
    es: { documents: es, terms: esTerms },
    fr: { documents: fr, terms: frTerms },
  },
});

/** Returns the texts of documents in a language. Browsers do not load them: pages get documents as text. */
export async function documentTexts(language: Language): Promise<TFunction> {
  await ready;
  return i18n.getFixedT(language);
}
