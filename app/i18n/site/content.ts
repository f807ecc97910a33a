/** What the texts of the public site take from the program, so that no figure is written twice (PUB-09). */
export interface Figures {
  /** Days of the free trial. */
  trial: number;
  /** Days for which data are kept after a cancellation, or after a trial without a plan. */
  keep: number;
  /** Prices as the reader writes them: a month when billed monthly, a month when billed yearly, and the whole year. */
  monthly: string;
  yearly: string;
  perYear: string;
  /** What comparable tools cost a month at least. */
  competitor: string;
}

type Three<T> = readonly [T, T, T];
type Item = { title: string; text: string };
export type Plan = { name: string; perMonth: string; billed: string };
type Seven = readonly [string, string, string, string, string, string, string];
type Question = { question: string; answer: string };

/** The order of the feature cards; each has its picture, and another one for narrow windows. */
export const featureNames = ["tracking", "rules", "reporting"] as const;
export type FeatureName = (typeof featureNames)[number];

/** Every text of the landing page, of the plans and of the page after the checkout. */
export interface SiteContent {
  landing: { title: string; description: string };
  plansPage: { title: string; description: string };
  /** What search engines say of the pages besides. */
  descriptions: Record<"signIn" | "portal" | "api" | "imprint" | "privacy", string>;
  nav: { features: string; questions: string };
  hero: Item & { start: string; note: string; more: string; picture: string };
  figures: { title: string; items: Three<{ figure: string; label: string }> };
  ways: Item & {
    old: { title: string; points: readonly string[] };
    new: { title: string; points: readonly string[] };
  };
  features: Item & { items: Record<FeatureName, Item & { points: Three<string>; picture: string }> };
  steps: { title: string; items: Three<Item & { picture: string }> };
  pricing: Item & {
    switch: string;
    save: string;
    twoMonths: string;
    month: string;
    /** Prices are those of companies, without the tax. */
    vat: string;
    plan: string;
    monthly: Plan;
    yearly: Plan;
    features: Seven;
    start: string;
    note: string;
    all: string;
  };
  comparison: Item & {
    columns: Three<string>;
    rows: readonly { label: string; cells: Three<string> }[];
  };
  voices: {
    title: string;
    note: string;
    items: Three<{ text: string; person: string; role: string; company: string }>;
  };
  questions: {
    title: string;
    items: readonly [Question, Question, Question, Question, Question, Question, Question, Question];
  };
  closing: Item & { start: string };
  plans: {
    title: string;
    text: string;
    /** For the owner and members of an organization, by what it has, instead of `text`. */
    own: { trial: string; expired: string; subscribed: string };
    welcome: string;
    welcomeText: string;
    start: string;
    buyMonthly: string;
    buyYearly: string;
    after: string;
  };
  success: Item & {
    status: { subscribed: string; trial: string; expired: string };
    check: string;
    go: string;
    signIn: string;
  };
  legal: { imprint: string; privacy: string };
}
