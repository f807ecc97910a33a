import { createInstance, type TFunction } from "i18next";
import de from "~/i18n/de/rest.json";
import deErrors from "~/i18n/de/errors.json";
import en from "~/i18n/en/rest.json";
import enErrors from "~/i18n/en/errors.json";
import es from "~/i18n/es/rest.json";
import esErrors from "~/i18n/es/errors.json";
import fr from "~/i18n/fr/rest.json";
import frErrors from "~/i18n/fr/errors.json";
import { i18nOptions, type Language } from "~/i18n/languages";
import { UNDO } from "~/domain/shared/undo";
import type { EventKey } from "~/domain/webhooks/events";

// Texts of the REST API, which no browser needs, and the messages of domain errors.

export type RestTexts = typeof en;

/** English texts of the API page; their keys find the other languages. */
export const pageTexts = en.page;

export type FieldText = keyof RestTexts["fields"];

/** The text key of a field or parameter; the document shows the text in the reader's language. */
export const about = (text: FieldText): string => text;

/**
 * Returns the keys of an error message, best first. Messages for forms mention pages, buttons and local number formats,
 * so the API texts contain other wordings for programs.
 */
export const refusalKeys = (code: string): [string, string] => [`rest:parts.${code}`, `errors:${code}`];

const texts = { de, en, es, fr } satisfies Record<Language, { events: Record<EventKey, string> }>;

const i18n = createInstance();
const ready = i18n.init({
  ...i18nOptions,
  interpolation: { ...i18nOptions.interpolation, defaultVariables: { undoSeconds: UNDO.seconds } },
  defaultNS: "rest",
  resources: {
    de: { rest: texts.de, errors: deErrors },
    en: { rest: texts.en, errors: enErrors },
    es: { rest: texts.es, errors: esErrors },
    fr: { rest: texts.fr, errors: frErrors },
  },
});

/** Returns the texts of the API in a language. */
export async function restTexts(language: Language): Promise<TFunction> {
  await ready;
  return i18n.getFixedT(language);
}
