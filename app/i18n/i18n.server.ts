import { createInstance, type i18n as I18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { RemixI18Next } from "remix-i18next/server";
import type { EventKey } from "~/domain/webhooks/events";
import { indexedPages } from "~/paths/paths";
import { siteCookie } from "~/platform/cookie.server";
import de from "./de";
import en from "./en";
import es from "./es";
import fr from "./fr";
import { fallbackLanguage, i18nOptions, isLanguage, languages, type Language } from "./languages";
import { rememberTexts } from "./remember-texts";

type EventTexts = Record<EventKey | `${EventKey}_text`, string>;

const resources = { en, de, fr, es } satisfies Record<Language, { settings: { webhook: { events: EventTexts } } }>;

/** The stored choice; it outlives the session and is set again from the profile at each sign-in. */
export const languageCookie = siteCookie("lng", () => ({ maxAge: 31_536_000 }));

const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...languages],
    fallbackLanguage,
    // Its own detection takes "de<script>" for German, and a browser's second language for unknown.
    order: ["custom"],
    findLocale: async (request) =>
      addressLanguage(request) ?? (await chosenLanguage(request)) ?? acceptedLanguage(request),
  },
});

/**
 * The language of a request: that of the address, the stored choice, the browser's, English. What is no language of
 * ours is ignored.
 */
export async function requestLanguage(request: Request): Promise<Language> {
  const language = await remixI18n.getLocale(request);
  return isLanguage(language) ? language : fallbackLanguage;
}

/** The language that an address of a page for search engines names ("/pricing?lang=de"); others name none (PUB-13). */
export function addressLanguage(request: Request): Language | null {
  const { pathname, searchParams } = new URL(request.url);
  const value = indexedPages.includes(pathname) ? searchParams.get("lang") : null;
  return isLanguage(value) ? value : null;
}

async function chosenLanguage(request: Request): Promise<Language | null> {
  const value: unknown = await languageCookie.parse(request.headers.get("Cookie"));
  return isLanguage(value) ? value : null;
}

/** Without intl-localematcher: it reads no `Accept-Language` and throws at a tag that is none. */
function acceptedLanguage(request: Request): Language | null {
  const wanted = acceptedLocales(request).map((locale) => new Intl.Locale(locale).language);
  return wanted.find(isLanguage) ?? null;
}

/**
 * How the reader's browser writes numbers: its locale for the language of the page, with the region ("de-CH"), or the
 * language itself when the browser is set to another.
 */
export function moneyLocale(request: Request, language: Language): string {
  return acceptedLocales(request).find((locale) => new Intl.Locale(locale).language === language) ?? language;
}

/** How the reader of a request writes numbers: amounts are read as they are shown. */
export async function numberLocale(request: Request): Promise<string> {
  return moneyLocale(request, await requestLanguage(request));
}

/** Headers come from outside, so that what is kept of them is limited; browsers send few different ones. */
const MOST_HEADERS = 200;
const knownHeaders = new Map<string, string[]>();

/** The locales a browser asks for, dearest first. Whatever else a header may hold is left out. */
function acceptedLocales(request: Request): string[] {
  const header = (request.headers.get("Accept-Language") ?? "").slice(0, 500);
  const known = knownHeaders.get(header);
  if (known) return known;
  const locales = localesOf(header);
  if (knownHeaders.size < MOST_HEADERS) knownHeaders.set(header, locales);
  return locales;
}

function localesOf(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", quality = "1"] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: Number(quality) };
    })
    .filter(({ tag, quality }) => quality > 0 && Intl.NumberFormat.supportedLocalesOf(knownTag(tag)).length > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** A tag made of letters, digits and hyphens only; Intl throws at what is none. */
function knownTag(tag: string): string[] {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(tag) ? [tag] : [];
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
      .then(() => rememberTexts(created));
    instances.set(language, instance);
  }
  return instance;
}

/** The translate function for texts made on the server (toasts, page titles, errors). */
export async function translator(request: Request) {
  return (await i18nFor(await requestLanguage(request))).t;
}
