import type { FormatFunction, InitOptions } from "i18next";

export const languages = ["en", "de", "fr", "es"] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = "en";

/** Whether a value from outside (cookie, form, header) is one of our languages; anything else is ignored. */
export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value);
}

/** Numbers that are names and have no groups of digits. */
const NAMES: readonly string[] = ["year", "status", "port"];

const numbers = new Map<string, Intl.NumberFormat>();

/**
 * Whatever number a text shows, with the groups of digits of its language: "12,000 leads", "12.000 Leads". Days as the
 * text asks for them.
 */
const formatted: FormatFunction = (value: unknown, format, language = fallbackLanguage, options) => {
  if (format?.startsWith("datetime")) {
    const day = new Date(value as string);
    if (Number.isNaN(day.getTime())) return value as string;
    return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(day);
  }
  if (typeof value !== "number" || NAMES.includes(String(options?.["interpolationkey"]))) return value as string;
  const digits = numbers.get(language) ?? new Intl.NumberFormat(language);
  numbers.set(language, digits);
  return digits.format(value);
};

export const i18nOptions = {
  supportedLngs: [...languages],
  fallbackLng: fallbackLanguage,
  defaultNS: "common",
  interpolation: {
    // React escapes what it renders.
    escapeValue: false,
    alwaysFormat: true,
    format: formatted,
  },
  react: { useSuspense: false },
} satisfies InitOptions;

const loaders = {
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  es: () => import("./es"),
};

/** The texts of one language; the browser loads only its own. */
export async function loadTexts(language: Language) {
  return (await loaders[language]()).default;
}
