import { plans, RETENTION_DAYS, TRIAL_DAYS } from "~/domain/subscriptions/subscription";
import { numberFormat } from "~/domain/shared/money";
import de from "./de/public.json";
import en from "./en/public.json";
import es from "./es/public.json";
import fr from "./fr/public.json";
import type { Language } from "./languages";

/** The texts of the landing page, the plans and the page after the checkout. Browsers do not load these catalogs. */
export type SiteContent = typeof en;

/** Figures that the public texts take from the code, so that each is written once (PUB-09). */
export interface Figures {
  /** Days of the free trial. */
  trial: number;
  /** Retention period in days after a cancellation, or after a trial without a plan. */
  keep: number;
  /** Prices in the reader's format: per month billed monthly, per month billed yearly, and for the whole year. */
  monthly: string;
  yearly: string;
  perYear: string;
  /** Lowest monthly price of comparable tools. */
  competitor: string;
}

const texts: Record<Language, SiteContent> = { en, de, fr, es };

const CENTS = 100;
const COMPETITOR_CENTS = 9_900;

/** Formats a price in whole euros for the reader: "9 €", "€9". */
function price(cents: number, locale: string): string {
  const whole = {
    style: "currency",
    currency: "EUR",
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  } as const;
  return numberFormat(locale, whole).format(cents / CENTS);
}

/** Returns the figures in the format of `locale`. */
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
 * Returns the public texts with their figures. i18next is not used, because a page needs all 200 texts together, and
 * they have neither counts nor formats. Throws for a placeholder without a figure.
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
