import { ownName, type OwnField } from "~/domain/fields/own-field";
import {
  fieldsOf,
  LEAD_AFFILIATE,
  type Columns,
  type ImportFieldName,
  type ImportKind,
} from "~/domain/imports/import-run";
import { emailAddress } from "~/domain/shared/fields";
import { languages, loadTextPart } from "~/i18n/languages";
import { serverTexts } from "~/i18n/server-texts.server";
import type { Title } from "../exports/columns.server";
import { contactTitles } from "../exports/contact-columns.server";
import {
  affiliateKinds,
  affiliateWords,
  aroundTitle,
  betweenWords,
  compounds,
  firstNames,
  firstNamesBesideLast,
  knownTitles,
  lastNames,
  lastNamesBesideFirst,
  middleNames,
  namesAlone,
  plain,
  wholeNames,
} from "./column-titles";

/** Titles of each field's column in our own exports. */
const exported: Record<ImportKind, Readonly<Record<string, readonly Title[]>>> = {
  leads: {
    ...Object.fromEntries(Object.entries(contactTitles).map(([field, title]) => [field, [title]])),
    status: ["status"],
  },
  affiliates: { name: ["affiliate"], email: ["email"] },
  "customer-payments": { company_name: ["company"], deal: ["deal"], deal_id: ["deal_id"], payment_id: ["payment_id"] },
};

/** The field with the name of a person; of customers' payments none. */
const people: Record<ImportKind, string | null> = {
  leads: "contact_person",
  affiliates: "name",
  "customer-payments": null,
};

type Words = ReadonlySet<string>;

/** Guesses which columns are which fields, by their titles and, for the email address, by their content. */
export async function guessColumns(
  kind: ImportKind,
  header: readonly string[],
  sample: readonly string[][],
  own: readonly OwnField[] = [],
): Promise<Columns> {
  const texts = await Promise.all(languages.map((language) => loadTextPart("imports", language)));
  const titles = header.map(plain);
  const columns: Record<string, number[]> = {};
  const isFree = (column: number) => !Object.values(columns).flat().includes(column);
  const columnOf = (names: Words, of = titles) =>
    of.findIndex((title, index) => title !== "" && names.has(title) && isFree(index));
  const take = (field: string, found: readonly number[]) => {
    const places = [...new Set(found)].filter((column) => column >= 0 && isFree(column));
    if (places.length > 0 && !(field in columns)) columns[field] = places;
  };
  const fields = fieldsOf(kind, []);
  // Titles of our own exports come first: there "Affiliate" is the name of the affiliate.
  for (const { name } of fields) {
    const own = (exported[kind][name] ?? []).map((column) =>
      columnOf(new Set(languages.map((language) => plain(serverTexts[language].columns[column])))),
    );
    take(name, own.length > 0 ? own : []);
    // As the screen calls the field: in our list of commissions "Paid on" is when the affiliate was paid.
    if (kind === "customer-payments")
      take(name, [columnOf(new Set(texts.map(({ imports }) => plain(imports.fields[name as ImportFieldName]))))]);
    if (name !== LEAD_AFFILIATE) take(name, [columnOf(new Set([plain(name)]))]);
  }
  // As our exports title them; the app's own fields go first.
  for (const { key, label, currency } of kind === "leads" ? own : []) {
    const known = [label, ...(currency === null ? [] : [`${label} (${currency})`]), key];
    take(ownName(key), [columnOf(new Set(known.map(plain)))]);
  }
  const person = people[kind];
  const parts = nameParts(columnOf);
  const bare = titles.map((title) => without(title, aroundTitle));
  for (const of of [titles, bare]) {
    for (const [field, list] of Object.entries(knownTitles)) {
      const known = list.split(", ").map(plain);
      // The order of the field's titles counts, not that of the file: a work phone number comes before a mobile one.
      if (fields.some(({ name }) => name === field))
        take(field, [known.map((title) => columnOf(new Set([title]), of)).find((at) => at >= 0) ?? -1]);
    }
    if (person) take(person, [columnOf(wholeNames, of)]);
  }
  if (!person) return columns;
  take(person, parts);
  for (const of of [titles, bare]) take(person, [columnOf(namesAlone, of)]);
  if (kind === "leads") take(LEAD_AFFILIATE, affiliateColumns(titles).filter(isFree));
  else
    for (const [field, kindOf] of [
      ["email", "email"],
      ["name", "name"],
    ] as const) {
      take(
        field,
        titles.flatMap((title, index) => (affiliateKind(title) === kindOf && isFree(index) ? index : [])).slice(0, 1),
      );
    }
  if (!("email" in columns)) {
    const share = (column: number) =>
      sample.filter((cells) => emailAddress.safeParse(cells[column]?.slice(0, 300) ?? "").success).length;
    take("email", [header.findIndex((_, index) => isFree(index) && share(index) * 2 > sample.length)]);
  }
  return columns;
}

/** Returns the columns of first, middle and last name; none if first or last name is missing. */
function nameParts(columnOf: (names: Words) => number): number[] {
  let [first, last] = [columnOf(firstNames), columnOf(lastNames)];
  if (first < 0 && last >= 0) first = columnOf(firstNamesBesideLast);
  if (last < 0 && first >= 0) last = columnOf(lastNamesBesideFirst);
  return [first, columnOf(middleNames), last];
}

const without = (title: string, words: Words) =>
  title
    .split(" ")
    .filter((word) => !words.has(word))
    .join(" ");

type AffiliateKind = keyof typeof affiliateKinds;
const kindsInOrder = Object.keys(affiliateKinds) as AffiliateKind[];

/** Returns the kind of affiliate value that a title names; null if it names none, or other things too. */
function affiliateKind(title: string): AffiliateKind | null {
  const words = title.split(" ").flatMap((word) => compounds.exec(word)?.slice(1) ?? word);
  if (!words.some((word) => affiliateWords.has(word))) return null;
  const said = words.filter((word) => !affiliateWords.has(word) && !betweenWords.has(word));
  if (said.length === 0) return "name";
  return kindsInOrder.find((kind) => said.every((word) => affiliateKinds[kind].has(word))) ?? null;
}

/** Returns the columns that identify the affiliate, the most reliable first. */
function affiliateColumns(titles: readonly string[]): number[] {
  return kindsInOrder
    .map((kind) => titles.findIndex((title) => affiliateKind(title) === kind))
    .filter((column) => column >= 0);
}
