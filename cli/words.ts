import { createInstance } from "i18next";
import { i18nOptions, loadAllTexts, type Language } from "~/i18n/languages";
import { serverTexts } from "~/i18n/server-texts.server";

/** Loads the translator of a language. */
export async function words(language: Language) {
  const i18n = createInstance();
  const texts = { ...(await loadAllTexts(language)), ...serverTexts[language] };
  await i18n.init({ ...i18nOptions, lng: language, resources: { [language]: texts } });
  return i18n.t;
}
