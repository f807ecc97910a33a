import { createInstance, type i18n as I18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { EventKey } from "~/domain/webhooks/events";
import de from "./de";
import deApi from "./de/api-texts";
import deConversation from "./de/conversation-texts";
import deFields from "./de/field-texts";
import dePayouts from "./de/payout-texts";
import deReports from "./de/report-texts";
import deShortcuts from "./de/shortcut-texts";
import en from "./en";
import enApi from "./en/api-texts";
import enConversation from "./en/conversation-texts";
import enFields from "./en/field-texts";
import enPayouts from "./en/payout-texts";
import enReports from "./en/report-texts";
import enShortcuts from "./en/shortcut-texts";
import es from "./es";
import esApi from "./es/api-texts";
import esConversation from "./es/conversation-texts";
import esFields from "./es/field-texts";
import esPayouts from "./es/payout-texts";
import esReports from "./es/report-texts";
import esShortcuts from "./es/shortcut-texts";
import fr from "./fr";
import frApi from "./fr/api-texts";
import frConversation from "./fr/conversation-texts";
import frFields from "./fr/field-texts";
import frPayouts from "./fr/payout-texts";
import frReports from "./fr/report-texts";
import frShortcuts from "./fr/shortcut-texts";
import { i18nOptions, type Language } from "./languages";
import { rememberTexts } from "./remember-texts";
import { serverTexts } from "./server-texts.server";

type EventTexts = Record<EventKey | `${EventKey}_text`, string>;

const shown = { en, de, fr, es } satisfies Record<Language, { settings: { webhook: { events: EventTexts } } }>;

const resources = {
  en: {
    ...shown.en,
    ...enPayouts,
    ...enReports,
    ...enConversation,
    ...enFields,
    ...enApi,
    ...enShortcuts,
    ...serverTexts.en,
  },
  de: {
    ...shown.de,
    ...dePayouts,
    ...deReports,
    ...deConversation,
    ...deFields,
    ...deApi,
    ...deShortcuts,
    ...serverTexts.de,
  },
  fr: {
    ...shown.fr,
    ...frPayouts,
    ...frReports,
    ...frConversation,
    ...frFields,
    ...frApi,
    ...frShortcuts,
    ...serverTexts.fr,
  },
  es: {
    ...shown.es,
    ...esPayouts,
    ...esReports,
    ...esConversation,
    ...esFields,
    ...esApi,
    ...esShortcuts,
    ...serverTexts.es,
  },
};

// The texts never change while the process runs, so one instance per language serves all requests.
const instances = new Map<Language, Promise<I18n>>();

/** Returns the initialized i18next instance of a language. */
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
