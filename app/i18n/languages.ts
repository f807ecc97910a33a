import type { InitOptions } from "i18next";

export const languages = ["en", "de", "fr", "es"] as const;
export type Language = (typeof languages)[number];
export const fallbackLanguage: Language = "en";

/** Whether a value from outside (cookie, form, header) is one of our languages; anything else is ignored. */
export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value);
}

export const i18nOptions = {
  supportedLngs: [...languages],
  fallbackLng: fallbackLanguage,
  defaultNS: "common",
  // React escapes what it renders.
  interpolation: { escapeValue: false },
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
