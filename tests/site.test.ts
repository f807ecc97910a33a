import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { plans, RETENTION_DAYS, TRIAL_DAYS } from "~/domain/subscriptions/subscription";
import { languages } from "~/i18n/languages";
import { figuresFor, siteTexts, type Figures } from "~/i18n/site-texts.server";
import { claims, openRows, type Claim } from "./support/claims";

// The texts of the public site: complete in every language, true of the program, and no figure written twice.

const root = path.dirname(import.meta.dirname);

/** Every text by its place ("hero.title"). */
function textsOf(value: unknown, place = ""): [string, string][] {
  if (typeof value === "string") return [[place, value]];
  return Object.entries(value as object).flatMap(([name, inner]) => textsOf(inner, place ? `${place}.${name}` : name));
}

/** Figures that stand nowhere else, so that what is written by hand is told from what is filled in. */
const odd: Figures = {
  trial: 91,
  keep: 83,
  monthly: "<monthly>",
  yearly: "<yearly>",
  perYear: "<per year>",
  competitor: "<competitor>",
};
const english = textsOf(siteTexts("en", odd));

describe.each(languages)("%s", (language) => {
  const texts = textsOf(siteTexts(language, odd));

  test("[PUB-01] [I18N-02] has every text in the order of the English one, not empty and translated", () => {
    expect(texts.map(([place]) => place)).toEqual(english.map(([place]) => place));
    for (const [place, text] of texts) expect(text.trim(), place).not.toBe("");
    if (language === "en") return;
    const same = texts.filter(([place, text]) => text.length > 14 && text === new Map(english).get(place));
    expect(same.map(([place]) => place).filter((place) => !/person|company/.test(place))).toEqual([]);
  });

  test("[PUB-09] trial, retention period and prices come from the program", () => {
    const holding = (figure: string | number) =>
      texts.filter(([, text]) => text.includes(String(figure))).map(([place]) => place);
    const originals = new Map(english);
    for (const figure of Object.values(odd)) {
      const expected = english.filter(([, text]) => text.includes(String(figure))).map(([place]) => place);
      expect(expected.length, String(figure)).toBeGreaterThan(0);
      expect(holding(figure), String(figure)).toEqual(expected);
    }
    // No other days and no other prices.
    for (const [place, text] of texts) {
      expect(text, place).not.toMatch(/\b(?!91\b|83\b)\d+[\s\u00a0]*(days?|Tage|jours|días|months of trial)\b/i);
      expect(text, place).not.toMatch(/[€]/);
      expect(originals.has(place)).toBe(true);
    }
  });
});

test("[PUB-02] [PUB-03] [PUB-04] [PUB-05] [PUB-10] texts set by the specification are shown word for word", () => {
  const { figures, pricing, comparison, voices, questions } = siteTexts("en", figuresFor("en"));
  expect(figures.items.map(({ figure, label }) => `${figure} ${label}`)).toEqual([
    "2M+ in commissions tracked",
    "10,000+ deals managed",
    "4.9/5 from 200+ reviews",
  ]);
  expect([pricing.monthly.perMonth, pricing.yearly.perMonth]).toEqual(["€19", "€9"]);
  expect(pricing.yearly.billed).toContain("€108 per year");
  expect([pricing.twoMonths, pricing.save]).toEqual(["2 months free", "Save 20%"]);
  expect(pricing.features).toEqual([
    "Unlimited leads",
    "Unlimited deals",
    "Affiliate management",
    "Commission settlement",
    "Webhooks",
    "Multi-user support",
    "Premium support",
  ]);
  expect(comparison.rows[0]!.cells[0]).toBe("5 minutes");
  expect(comparison.rows[1]!.cells).toEqual(["€9", "€99 or more", expect.any(String)]);
  expect(voices.items).toHaveLength(3);
  expect(questions.items).toHaveLength(8);
  const german = siteTexts("de", figuresFor("de"));
  expect(german.pricing.yearly.perMonth).toBe("9\u00a0€");
  expect(german.pricing.yearly.billed).toContain("108\u00a0€");
  expect(figuresFor("de")).toMatchObject({ trial: TRIAL_DAYS, keep: RETENTION_DAYS });
  expect([TRIAL_DAYS, RETENTION_DAYS, plans.length]).toEqual([7, 30, 2]);
});

/** The entry of a text: the longest place that it lies in. */
function claimOf(place: string): Claim | undefined {
  const parts = place.split(".");
  for (let end = parts.length; end > 0; end--) {
    const claim = claims[parts.slice(0, end).join(".")];
    if (claim) return claim;
  }
  return undefined;
}

/** The rows that titles of tests name. */
function testedRows(): Set<string> {
  const files = ["app", "cli", "jobs", "tests"].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => path.join(root, folder, name)),
  );
  const titles = files.flatMap((file) =>
    [...fs.readFileSync(file, "utf8").matchAll(/["'`]((?:\[[A-Z0-9]+-\d{2}\] ?)+)/g)].map(([, names]) => names!),
  );
  return new Set(titles.flatMap((names) => names.match(/[A-Z0-9]+-\d{2}/g) ?? []));
}

describe("[PUB-08] every claim of the public site", () => {
  test("is in the list of claims, which contains nothing else", () => {
    expect(english.filter(([place]) => !claimOf(place)).map(([place]) => place)).toEqual([]);
    const used = new Set(english.map(([place]) => claimOf(place)));
    const idle = Object.entries(claims).filter(([, claim]) => typeof claim !== "string" && !used.has(claim));
    expect(idle.map(([place]) => place)).toEqual([]);
    const gone = Object.keys(claims).filter(
      (key) => !english.some(([place]) => place === key || place.startsWith(`${key}.`)),
    );
    expect(gone).toEqual([]);
  });

  test("is proven: a test names its rows, or the rows are listed as open", () => {
    const tested = testedRows();
    const claimed = new Set(Object.values(claims).flatMap((claim) => (typeof claim === "string" ? [] : claim.rows)));
    const untested = [...claimed].filter((row) => !tested.has(row)).sort();
    expect(untested, "rows that are claimed and that no test names").toEqual([...openRows].sort());
  });
});
