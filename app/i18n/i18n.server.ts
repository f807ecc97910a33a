import { createCookie } from "@remix-run/node";
import { createInstance, type i18n as I18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { RemixI18Next } from "remix-i18next/server";
import de from "./de";
import en from "./en";
import es from "./es";
import fr from "./fr";
import { fallbackLanguage, i18nOptions, isLanguage, languages, type Language } from "./languages";

const resources = { en, de, fr, es };

/** The stored choice; it outlives the session and is set again from the profile at each sign-in. */
export const languageCookie = createCookie("lng", { path: "/", sameSite: "lax", maxAge: 31_536_000 });

const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...languages],
    fallbackLanguage,
    cookie: languageCookie,
    order: ["cookie", "header"],
  },
});

/** The language of a request: stored choice, then browser, then English. */
export async function requestLanguage(request: Request): Promise<Language> {
  const language = await remixI18n.getLocale(request);
  return isLanguage(language) ? language : fallbackLanguage;
}

// The texts never change while the process runs, so one initialised instance per language serves all requests.
const instances = new Map<Language, Promise<I18n>>();

/** The ready i18next instance of a language. */
export function i18nFor(language: Language): Promise<I18n> {
  let instance = instances.get(language);
  if (!instance) {
    const created = createInstance();
    instance = created
      .use(initReactI18next)
      .init({ ...i18nOptions, lng: language, resources })
      .then(() => created);
    instances.set(language, instance);
  }
  return instance;
}

/** The translate function for texts made on the server (toasts, page titles, errors). */
export async function translator(request: Request) {
  return (await i18nFor(await requestLanguage(request))).t;
}
