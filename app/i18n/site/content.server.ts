import { plans, RETENTION_DAYS, TRIAL_DAYS } from "~/domain/subscriptions/subscription";
import { numberFormat } from "~/domain/shared/money";
import { moneyLocale } from "../i18n.server";
import type { Language } from "../languages";
import type { Figures, SiteContent } from "./content";
import de from "./de";
import en from "./en";
import es from "./es";
import fr from "./fr";

export const siteTexts = { en, de, fr, es } satisfies Record<Language, (figures: Figures) => SiteContent>;

const CENTS = 100;
/** What comparable tools cost a month at least. */
const COMPETITOR = 9_900;

/** A price in whole euro as the reader writes it: "9 €", "€9". */
function price(cents: number, locale: string): string {
  const whole = {
    style: "currency",
    currency: "EUR",
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  } as const;
  return numberFormat(locale, whole).format(cents / CENTS);
}

/** What the program does and costs, for the texts of the public site. */
export function figuresFor(locale: string): Figures {
  const [yearly, monthly] = plans;
  return {
    trial: TRIAL_DAYS,
    keep: RETENTION_DAYS,
    monthly: price(monthly.perMonth.amount, locale),
    yearly: price(yearly.perMonth.amount, locale),
    perYear: price(yearly.total.amount, locale),
    competitor: price(COMPETITOR, locale),
  };
}

/** The texts of the public site for the reader of a request. */
export function siteContent(request: Request, language: Language): SiteContent {
  return siteTexts[language](figuresFor(moneyLocale(request, language)));
}
