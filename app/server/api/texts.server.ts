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

// The texts of the REST API, which no browser needs, and the sentences of the domain's refusals.

export type RestTexts = typeof en;

/** The texts of the page that shows the API, in English; by their keys they are asked for in other languages. */
export const pageTexts = en.page;

export type FieldText = keyof RestTexts["fields"];

/** What a field or parameter is about; the document says it in its reader's language. */
export const about = (text: FieldText): string => text;

/**
 * Where the sentence of a refusal stands. What people read in forms speaks of pages, buttons and how an amount is typed
 * in their language; for programs those sentences have another form among the API's own texts.
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

/** The texts of the API in a language. */
export async function restTexts(language: Language): Promise<TFunction> {
  await ready;
  return i18n.getFixedT(language);
}
