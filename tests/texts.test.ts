import { describe, expect, it } from "vitest";
import { affiliateFields } from "~/domain/affiliates/affiliate.schema";
import { dealFields } from "~/domain/deals/deal.schema";
import { contactFields } from "~/domain/leads/lead.schema";
import { organizationLogNames } from "~/domain/organizations/edit-organization.server";
import { refusals } from "~/domain/shared/refusals";
import { namesOf } from "~/domain/shared/field-list";
import { languages } from "~/i18n/languages";
import { namespaces, placesOf, textsOf } from "./support/own-texts";
import { unwanted } from "./support/wording";

/** The English keys with the plural forms another language has (French and Spanish have one for millions). */
function keysIn(language: string, english: Map<string, string>): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return [...english.keys()]
    .filter((key) => !key.endsWith("_one"))
    .flatMap((key) => (key.endsWith("_other") ? forms.map((form) => key.replace(/other$/, form)) : [key]));
}

const placeholders = (text: string) => (text.match(/\{\{\w+(, [^}]*)?\}\}/g) ?? []).sort();

describe.each(namespaces)("[I18N-02] %s", (namespace) => {
  const english = textsOf("en", namespace);

  it.each(languages.filter((language) => language !== "en"))("has in %s what it has in English", (language) => {
    const texts = textsOf(language, namespace);
    expect([...texts.keys()].sort()).toEqual(keysIn(language, english).sort());
    for (const [key, text] of texts) {
      // A form for one thing may leave the number out ("un mois").
      const original = english.get(key.replace(/_many$/, "_other"))!;
      if (!key.endsWith("_one")) expect(placeholders(text), key).toEqual(placeholders(original));
      // The note of a mail may be empty on purpose, everything else says something in each language.
      expect(Boolean(text.trim()), key).toBe(Boolean(original.trim()));
    }
  });
});

it("[I18N-02] every domain error has a sentence", () => {
  const sentences = textsOf("en", "errors.json");
  for (const code of namesOf(refusals))
    expect(sentences.get(code) ?? sentences.get(`${code}_other`), code).toBeTruthy();
});

it("no sentence of a domain error has a placeholder that the catalog lacks", () => {
  const sentences = [textsOf("en", "errors.json"), textsOf("en", "rest.json")].flatMap((texts) => [...texts]);
  const codeOf = (key: string) => key.replace(/^(?:parts|refusals)\./, "").replace(/_(?:one|other)$/, "");
  for (const code of namesOf(refusals)) {
    const { params = [] }: { kind: string; params?: readonly string[] } = refusals[code];
    const own = sentences.filter(([key]) => codeOf(key) === code);
    const names = own.flatMap(([, text]) => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name!));
    // The seconds for undoing are a value of all texts.
    expect([...params, "undoSeconds"], code).toEqual(expect.arrayContaining(names));
  }
});

it("every field in the activity log has a text", () => {
  const names = textsOf("en", "settings.json");
  const fields = [
    ...namesOf(contactFields),
    ...namesOf(dealFields),
    // Of a status the log says what it was and what it is.
    ...namesOf(affiliateFields).filter((name) => name !== "status"),
    ...Object.values(organizationLogNames),
    // What an edit of a lead or a deal brings with it.
    "affiliate",
    "commission",
  ];
  for (const field of fields) expect(names.get(`activity.fields.${field}`), field).toBeTruthy();
});

it("every field of a deal has a label", () => {
  const labels = textsOf("en", "leads.json");
  for (const field of namesOf(dealFields)) expect(labels.get(`deal.${field}`), field).toBeTruthy();
});

it("[I18N-02] texts set by the specification match it word for word", () => {
  const german = (namespace: string, key: string) => textsOf("de", `${namespace}.json`).get(key);
  expect(german("affiliates", "subtitle")).toBe("Verwalten Sie Ihre Affiliate-Partner");
  expect(german("affiliates", "filter.placeholder")).toBe("Nach Name oder E-Mail suchen...");
  expect(german("affiliates", "empty")).toBe("Noch keine Affiliates vorhanden");
  expect(german("affiliates", "empty_action")).toBe("Ersten Affiliate hinzufügen");
  expect(german("affiliates", "none_found")).toBe("Keine Affiliates gefunden");
  expect(german("affiliates", "terms.text")).toBe("Jeder Affiliate hat genau eine aktive Vertragsbedingung");
  expect(german("affiliates", "terms.empty")).toBe("Noch keine Vertragsbedingungen vorhanden");
  expect(german("affiliates", "terms.set")).toBe("Konditionen festlegen");
  expect(german("affiliates", "toast.added")).toBe("Affiliate wurde erfolgreich hinzugefügt");
  expect(german("affiliates", "toast.terms_saved")).toBe("Vertragsbedingung wurde erfolgreich hinzugefügt");
  expect(german("leads", "toast.status_updated")).toBe("Status aktualisiert");
  expect(german("commissions", "toasts.complete")).toBe("Bereits vollständig");
  expect(german("commissions", "toasts.no_deals")).toBe("Keine wiederkehrenden Deals");
  expect(german("errors", "name_too_long")).toBe("Name darf maximal 100 Zeichen lang sein");
  expect(german("errors", "rev_share_range")).toBe("Revenue Share muss zwischen 0 und 100% liegen");
  expect(german("errors", "fixed_amount_positive")).toBe("Fixbetrag muss größer als 0 sein");
  expect(german("errors", "webhook_needs_https")).toBe("Aus Sicherheitsgründen sind nur HTTPS URLs erlaubt");
});

/** What the specification writes in its own way; everything else keeps to the rules below. */
const specified = [
  "Nach Name oder E-Mail suchen...",
  "Vertragsbedingungen - {{name}}",
  "Jeder Affiliate hat genau eine aktive Vertragsbedingung",
  "Noch keine Vertragsbedingungen vorhanden",
  "Vertragsbedingung wurde erfolgreich hinzugefügt",
  "Diese Aktion kann nicht rückgängig gemacht werden. Der Affiliate und alle zugehörigen Vertragsbedingungen werden permanent gelöscht.",
  "Revenue Share muss zwischen 0 und 100% liegen",
  "Welcome! Setting up your organization...",
  "Creating...",
  "One plan. Everything included.",
];

/** A text as it is read: a value in each placeholder, and nothing that is code. */
const asRead = (text: string) =>
  text
    .replace(/\{\{\w+(, [^}]*)?\}\}|\$t\([^)]*\)/g, "0")
    .replace(/`[^`]*`|rel="\w+"|"\d+\.\d+"|\b(lead|deal|payout|document)\.\w+/g, "0");

it.each(languages)("%s uses one word and one spelling for each thing", (language) => {
  const broken = placesOf(language).flatMap(([place, text]) =>
    specified.includes(text)
      ? []
      : unwanted[language].filter((rule) => rule.test(asRead(text))).map((rule) => `${place}: ${text} (${rule})`),
  );
  expect(broken).toEqual([]);
});

it("exceptions for the specification's wording still exist", () => {
  const texts = new Set(languages.flatMap((language) => placesOf(language).map(([, text]) => text)));
  for (const text of specified) expect(texts, text).toContain(text);
});

describe.each(languages)("%s", (language) => {
  const places = placesOf(language);
  /** The texts at the places of a form that break a rule. */
  const broken = (place: RegExp, rule: RegExp) =>
    places.filter(([name, text]) => place.test(name) && rule.test(text) && !specified.includes(text));

  it("buttons, titles and subjects end without a period", () => {
    expect(broken(/[.:](title|subject|button|submit|pending|action)$/, /\.$/)).toEqual([]);
  });

  it("emails continue after the greeting as the language requires", () => {
    // German goes on in small letters, but for a name and for the reader.
    const wrong = language === "de" ? /^(?!\p{Ll}|Sie\b|Ihre?[nmrs]?\b|\{\{)/u : /^\p{Ll}/u;
    expect(broken(/^mail:.*\.body$/, wrong)).toEqual([]);
  });

  it("whole millions get the same sentence as other numbers", () => {
    const texts = new Map(places);
    const differing = places.filter(([place, text]) => {
      const other = texts.get(place.replace(/many$/, "other"));
      return text !== other && text.replace(/(\{\{\w+\}\}) (?:de |d’)/, "$1 ") !== other;
    });
    expect(differing.filter(([place]) => place.endsWith("_many"))).toEqual([]);
  });

  it("no name follows a word that would have to change", () => {
    const names = "name|company|organization|agency|affiliate|subject|owners|device|period";
    const bound = new RegExp(`(?:\\b(?:de|que|le|la|en tant que)|d’|l’|qu’) ?\\{\\{(?:${names})\\}\\}`);
    expect(language === "fr" ? broken(/./, bound) : []).toEqual([]);
  });
});
