import { plans, RETENTION_DAYS, TRIAL_DAYS } from "~/domain/subscriptions/subscription";
import { numberFormat } from "~/domain/shared/money";
import de from "./de/public.json";
import en from "./en/public.json";
import es from "./es/public.json";
import fr from "./fr/public.json";
import { moneyLocale } from "./i18n.server";
import type { Language } from "./languages";

/** Every text of the landing page, of the plans and of the page after the checkout. No browser loads the catalogs. */
export type SiteContent = typeof en;

/** What the public texts take from the program, so that no figure is written twice (PUB-09). */
export interface Figures {
  /** Days of the free trial. */
  trial: number;
  /** Days for which data are kept after a cancellation, or after a trial without a plan. */
  keep: number;
  /** Prices as the reader writes them: a month when billed monthly, a month when billed yearly, and the whole year. */
  monthly: string;
  yearly: string;
  perYear: string;
  /** Lowest monthly price of comparable tools. */
  competitor: string;
}

const texts: Record<Language, SiteContent> = { en, de, fr, es };

const CENTS = 100;
const COMPETITOR_CENTS = 9_900;

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

/** Returns the figures for a reader who writes numbers as in `locale`. */
export function figuresFor(locale: string): Figures {
  const [yearly, monthly] = plans;
  return {
    trial: TRIAL_DAYS,
    keep: RETENTION_DAYS,
    monthly: price(monthly.perMonth.amount, locale),
    yearly: price(yearly.perMonth.amount, locale),
    perYear: price(yearly.total.amount, locale),
    competitor: price(COMPETITOR_CENTS, locale),
  };
}

/**
 * Returns the public texts with their figures. Not by i18next: a page shows all 200 at once, and they have neither
 * counts nor formats. Throws for a placeholder without a figure.
 */
export function siteTexts(language: Language, figures: Figures): SiteContent {
  const fill = (value: unknown): unknown => {
    if (typeof value === "string") return value.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => figure(name));
    if (Array.isArray(value)) return value.map(fill);
    return Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, fill(inner)]));
  };
  const figure = (name: string) => {
    if (!Object.hasOwn(figures, name)) throw new TypeError(`the public texts have no figure "${name}"`);
    return String(figures[name as keyof Figures]);
  };
  return fill(texts[language]) as SiteContent;
}

/** Returns the public texts for the reader of a request. */
export function siteContent(request: Request, language: Language): SiteContent {
  return siteTexts(language, figuresFor(moneyLocale(request, language)));
}
