import { RemixI18Next } from "remix-i18next/server";
import { i18nFor } from "~/i18n/i18n.server";
import { fallbackLanguage, isLanguage, languages, type Language } from "~/i18n/languages";
import { figuresFor, siteTexts, type SiteContent } from "~/i18n/site-texts.server";
import { indexedPages } from "~/paths/indexed-pages";
import { siteCookie } from "~/platform/cookie.server";

/** Stores the chosen language. It outlives the session and is set again from the profile at each sign-in. */
export const languageCookie = siteCookie("lng", () => ({ maxAge: 31_536_000 }));

const remixI18n = new RemixI18Next({
  detection: {
    supportedLanguages: [...languages],
    fallbackLanguage,
    // The built-in detection reads "de<script>" as German, and ignores the browser's second language.
    order: ["custom"],
    findLocale: async (request) =>
      addressLanguage(request) ?? (await chosenLanguage(request)) ?? acceptedLanguage(request),
  },
});

/**
 * Returns the language of a request: from the URL, the stored choice, the browser, or English. Other values are
 * ignored.
 */
export async function requestLanguage(request: Request): Promise<Language> {
  const language = await remixI18n.getLocale(request);
  return isLanguage(language) ? language : fallbackLanguage;
}

/** Returns the language in the URL of an indexed page ("/pricing?lang=de"); null for all other pages (PUB-13). */
export function addressLanguage(request: Request): Language | null {
  const { pathname, searchParams } = new URL(request.url);
  const value = indexedPages.includes(pathname) ? searchParams.get("lang") : null;
  return isLanguage(value) ? value : null;
}

async function chosenLanguage(request: Request): Promise<Language | null> {
  const value: unknown = await languageCookie.parse(request.headers.get("Cookie"));
  return isLanguage(value) ? value : null;
}

/** Does not use intl-localematcher, which cannot read `Accept-Language` and throws for invalid tags. */
function acceptedLanguage(request: Request): Language | null {
  const [first] = acceptedLocales(request)
    .map(({ language }) => language)
    .filter(isLanguage);
  return first ?? null;
}

/**
 * Returns the locale for money: the browser's locale for the language of the page with its region ("de-CH"), or the
 * language itself if the browser does not prefer it.
 */
export function moneyLocale(request: Request, language: Language): string {
  return acceptedLocales(request).find((accepted) => accepted.language === language)?.tag ?? language;
}

/** Returns the locale of a request for reading amounts; it is the one that shows them. */
export async function numberLocale(request: Request): Promise<string> {
  return moneyLocale(request, await requestLanguage(request));
}

/** Max cached headers, because they are untrusted input; browsers send few different ones. */
const MAX_HEADERS = 200;
const knownHeaders = new Map<string, AcceptedLocale[]>();

interface AcceptedLocale {
  /** Such as "de-CH". */
  tag: string;
  /** Such as "de". */
  language: string;
}

/** Returns the valid locales of the Accept-Language header, preferred first. */
function acceptedLocales(request: Request): AcceptedLocale[] {
  const header = (request.headers.get("Accept-Language") ?? "").slice(0, 500);
  const known = knownHeaders.get(header);
  if (known) return known;
  const locales = localesOf(header);
  if (knownHeaders.size < MAX_HEADERS) knownHeaders.set(header, locales);
  return locales;
}

function localesOf(header: string): AcceptedLocale[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", quality = "1"] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: Number(quality) };
    })
    .filter(({ tag, quality }) => quality > 0 && Intl.NumberFormat.supportedLocalesOf(knownTag(tag)).length > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => ({ tag, language: new Intl.Locale(tag).language }));
}

/** Returns the tag if it has only letters, digits and hyphens; Intl throws for invalid tags. */
function knownTag(tag: string): string[] {
  return /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(tag) ? [tag] : [];
}

/** Returns the translate function for texts made on the server (toasts, page titles, errors). */
export async function translator(request: Request) {
  return (await i18nFor(await requestLanguage(request))).t;
}

/** Returns the public texts for the reader of a request. */
export function siteContent(request: Request, language: Language): SiteContent {
  return siteTexts(language, figuresFor(moneyLocale(request, language)));
}
