import { createInstance, type i18n as I18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { i18nOptions, loadAllTexts, type Language } from "./languages";
import { rememberTexts } from "./remember-texts";
import { serverTexts } from "./server-texts.server";

// The texts never change while the process runs, so one instance per language serves all requests.
const instances = new Map<Language, Promise<I18n>>();

/** Returns the initialized i18next instance of a language. */
export function i18nFor(language: Language): Promise<I18n> {
  let instance = instances.get(language);
  if (!instance) {
    instance = createFor(language);
    instances.set(language, instance);
  }
  return instance;
}

async function createFor(language: Language): Promise<I18n> {
  const created = createInstance();
  const resources = { [language]: { ...(await loadAllTexts(language)), ...serverTexts[language] } };
  await created.use(initReactI18next).init({ ...i18nOptions, lng: language, resources });
  return rememberTexts(created);
}
