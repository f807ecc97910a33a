import { createInstance } from "i18next";
import { i18nOptions, loadTextPart, loadTexts, type Language } from "~/i18n/languages";
import { serverTexts } from "~/i18n/server-texts.server";

/** Loads the translator of a language. */
export async function words(language: Language) {
  const i18n = createInstance();
  const texts = {
    ...(await loadTexts(language)),
    ...(await loadTextPart("payouts", language)),
    ...(await loadTextPart("reports", language)),
    ...serverTexts[language],
  };
  await i18n.init({ ...i18nOptions, lng: language, resources: { [language]: texts } });
  return i18n.t;
}
