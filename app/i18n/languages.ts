import type { FormatFunction, InitOptions } from "i18next";

export const languages = ["en", "de", "fr", "es"] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = "en";

/** Whether an untrusted value (cookie, form, header) is a supported language. */
export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value);
}

/** Parameters whose numbers are identifiers without digit groups. */
const NAMES: readonly string[] = ["year", "status", "port"];

const numbers = new Map<string, Intl.NumberFormat>();

/**
 * Formats numbers with the digit groups of the language ("12,000 leads", "12.000 Leads"), and dates with the format the
 * text specifies.
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

/** Loads the texts of one language; the browser loads only its own. */
export async function loadTexts(language: Language) {
  return (await loaders[language]()).default;
}

/** Texts that only some pages load. */
const partLoaders = {
  payouts: {
    en: () => import("./en/payout-texts"),
    de: () => import("./de/payout-texts"),
    fr: () => import("./fr/payout-texts"),
    es: () => import("./es/payout-texts"),
  },
  reports: {
    en: () => import("./en/report-texts"),
    de: () => import("./de/report-texts"),
    fr: () => import("./fr/report-texts"),
    es: () => import("./es/report-texts"),
  },
  conversation: {
    en: () => import("./en/conversation-texts"),
    de: () => import("./de/conversation-texts"),
    fr: () => import("./fr/conversation-texts"),
    es: () => import("./es/conversation-texts"),
  },
  board: {
    en: () => import("./en/board-texts"),
    de: () => import("./de/board-texts"),
    fr: () => import("./fr/board-texts"),
    es: () => import("./es/board-texts"),
  },
  batches: {
    en: () => import("./en/batch-texts"),
    de: () => import("./de/batch-texts"),
    fr: () => import("./fr/batch-texts"),
    es: () => import("./es/batch-texts"),
  },
  merging: {
    en: () => import("./en/merging-texts"),
    de: () => import("./de/merging-texts"),
    fr: () => import("./fr/merging-texts"),
    es: () => import("./es/merging-texts"),
  },
  api: {
    en: () => import("./en/api-texts"),
    de: () => import("./de/api-texts"),
    fr: () => import("./fr/api-texts"),
    es: () => import("./es/api-texts"),
  },
  closing: {
    en: () => import("./en/closing-texts"),
    de: () => import("./de/closing-texts"),
    fr: () => import("./fr/closing-texts"),
    es: () => import("./es/closing-texts"),
  },
  fields: {
    en: () => import("./en/field-texts"),
    de: () => import("./de/field-texts"),
    fr: () => import("./fr/field-texts"),
    es: () => import("./es/field-texts"),
  },
  shortcuts: {
    en: () => import("./en/shortcut-texts"),
    de: () => import("./de/shortcut-texts"),
    fr: () => import("./fr/shortcut-texts"),
    es: () => import("./es/shortcut-texts"),
  },
  imports: {
    en: () => import("./en/import-texts"),
    de: () => import("./de/import-texts"),
    fr: () => import("./fr/import-texts"),
    es: () => import("./es/import-texts"),
  },
  payees: {
    en: () => import("./en/payee-texts"),
    de: () => import("./de/payee-texts"),
    fr: () => import("./fr/payee-texts"),
    es: () => import("./es/payee-texts"),
  },
  portal: {
    en: () => import("./en/portal-texts"),
    de: () => import("./de/portal-texts"),
    fr: () => import("./fr/portal-texts"),
    es: () => import("./es/portal-texts"),
  },
  settings: {
    en: () => import("./en/settings-texts"),
    de: () => import("./de/settings-texts"),
    fr: () => import("./fr/settings-texts"),
    es: () => import("./es/settings-texts"),
  },
} satisfies Record<string, Record<Language, () => Promise<{ default: object }>>>;

export type TextPart = keyof typeof partLoaders;

/** Loads a part of the texts in one language. */
export async function loadTextPart<P extends TextPart>(part: P, language: Language) {
  return (await partLoaders[part][language]()).default as Awaited<
    ReturnType<(typeof partLoaders)[P][Language]>
  >["default"];
}

/** Loads all texts of the pages in one language. */
export async function loadAllTexts(language: Language): Promise<Awaited<ReturnType<typeof loadTexts>>> {
  const parts = Object.keys(partLoaders).map((part) => loadTextPart(part as TextPart, language));
  return Object.assign({}, await loadTexts(language), ...(await Promise.all(parts)));
}
