import { visible } from "./visible";
import { plain } from "./search";

/** The currency if none is entered. */
export const DEFAULT_CURRENCY = "EUR";
/** Any text names a currency (LEAD-06) if it fits beside an amount. */
export const MAX_CURRENCY_LENGTH = 12;
/** Longer than every name below; the rest of a text is ignored. */
const MAX_NAME_LENGTH = 40;

/** Suggested where a currency is entered; any other may be entered. */
export const commonCurrencies = ["EUR", "USD", "CHF", "GBP", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "CZK"];

/**
 * Symbols and names of one currency only, in the four languages and the currency's own, as {@link keyOf} normalizes
 * them. The migration of stored deals contains the same list.
 */
const namesByCode: Readonly<Record<string, string>> = {
  EUR: "€ euro euros",
  GBP:
    "£ pfund pfundsterling britischespfund britischepfund pound pounds poundsterling poundssterling " +
    "britishpound britishpounds livresterling livressterling libraesterlina librasesterlinas",
  CHF:
    "fr sfr franken schweizerfranken schweizerfranc swissfranc swissfrancs francsuisse francssuisses " +
    "francosuizo francossuizos",
  USD:
    "us$ $us usdollar usdollars amerikanischerdollar amerikanischedollar americandollar americandollars " +
    "dollaramericain dollarsamericains dolarestadounidense dolaresestadounidenses",
  CAD:
    "ca$ c$ can$ $ca kanadischerdollar kanadischedollar canadiandollar canadiandollars dollarcanadien " +
    "dollarscanadiens dolarcanadiense dolarescanadienses",
  AUD:
    "a$ au$ $au australischerdollar australischedollar australiandollar australiandollars dollaraustralien " +
    "dollarsaustraliens dolaraustraliano dolaresaustralianos",
  NZD: "nz$",
  SGD: "s$",
  HKD: "hk$",
  PLN: "zl zloty zlotys slotys",
  SEK:
    "skr schwedischekrone schwedischekronen swedishkrona swedishkronor svenskakronor couronnesuedoise " +
    "couronnessuedoises coronasueca coronassuecas",
  NOK:
    "nkr norwegischekrone norwegischekronen norwegiankrone norwegiankroner norskekroner couronnenorvegienne " +
    "couronnesnorvegiennes coronanoruega coronasnoruegas",
  DKK:
    "dkr danischekrone danischekronen danishkrone danishkroner danskekroner couronnedanoise couronnesdanoises " +
    "coronadanesa coronasdanesas",
  CZK:
    "kc tschechischekrone tschechischekronen czechkoruna czechcrown couronnetcheque couronnestcheques " +
    "coronacheca coronaschecas",
  HUF: "ft forint forints",
  JPY: "yen yens",
  INR: "₹",
  TRY: "₺",
  ILS: "₪",
  UAH: "₴",
};

/** Symbols and names that several currencies share. */
const sharedNames: readonly { names: string; codes: readonly string[] }[] = [
  { names: "$ dollar dollars dolar dolares", codes: ["USD", "CAD", "AUD", "NZD", "SGD", "HKD"] },
  { names: "kr kronor kroner kronur", codes: ["SEK", "NOK", "DKK", "ISK"] },
  {
    names: "krone kronen krona couronne couronnes corona coronas",
    codes: ["SEK", "NOK", "DKK", "ISK", "CZK"],
  },
  { names: "franc francs franco francos", codes: ["CHF", "XAF", "XOF"] },
  { names: "¥", codes: ["JPY", "CNY"] },
  { names: "peso pesos", codes: ["MXN", "ARS", "CLP", "COP"] },
];

const codeOf = new Map(
  Object.entries(namesByCode).flatMap(([code, names]) => names.split(" ").map((name) => [name, code])),
);
const codesOf = new Map(sharedNames.flatMap(({ names, codes }) => names.split(" ").map((name) => [name, codes])));

/** Every unambiguous symbol and name with its code. */
export const knownNames: ReadonlyMap<string, string> = codeOf;

/**
 * Normalizes a name: removes case, accents, whitespace, full stops and hyphens. "US-Dollar" is "usdollar", "Fr." is
 * "fr".
 */
const keyOf = (text: string) => plain(text.slice(0, MAX_NAME_LENGTH)).replace(/[\s.-]/g, "");

/**
 * Parses an entered currency; no other function does. A symbol or name of one currency becomes its ISO 4217 code, an
 * empty text becomes EUR, and any other text stays, in capitals. The result may be a name that several currencies share
 * ({@link resolveSharedSymbol}).
 */
export function readCurrency(text: string): string {
  const typed = visible(text).trim();
  return codeOf.get(keyOf(typed)) ?? (typed.toUpperCase() || DEFAULT_CURRENCY);
}

/** Returns the currencies that share a name such as "$" or "kr"; null for any other text. */
export function sharedBy(currency: string): readonly string[] | null {
  return codesOf.get(keyOf(currency)) ?? null;
}

/** Returns whether a text is a known symbol, name or code of a currency. */
export const isCurrency = (text: string): boolean =>
  codeOf.has(keyOf(text)) ||
  codesOf.has(keyOf(text)) ||
  /\p{Sc}/u.test(text) ||
  Intl.supportedValuesOf("currency").includes(text.trim().toUpperCase());

/**
 * Resolves a shared name: "$" is the organization's own dollar. Null if the organization's default currency does not
 * have this name; then the user must choose.
 * @param home the organization's default currency.
 */
export function resolveSharedSymbol(currency: string, home: string): string | null {
  const codes = sharedBy(currency);
  if (!codes) return currency;
  return codes.includes(home) ? home : null;
}
