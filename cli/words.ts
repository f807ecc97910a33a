import { createInstance } from "i18next";
import { i18nOptions, loadTexts, type Language } from "~/i18n/languages";

/** Loads the translator of a language. */
export async function words(language: Language) {
  const i18n = createInstance();
  await i18n.init({ ...i18nOptions, lng: language, resources: { [language]: await loadTexts(language) } });
  return i18n.t;
}
