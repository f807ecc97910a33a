import { parseDay } from "../shared/dates";
import { parseAmount, parseDecimal } from "../shared/read-amount";
import type { Scope } from "../shared/scope";
import { searchWords } from "../shared/search";
import { ownName, type OwnEntity, type OwnField, type OwnKind } from "./own-field";
import { hasOwnFilter, type OwnFilter } from "./own-filter";
import { keyOfChoice, keysOfDays, keysOfNumbers, limitsOfDays, limitsOfNumbers, unitsOf } from "./own-keys";
import { readOwnFields } from "./read-own-fields.server";

/**
 * A condition for app.matching_leads(): one of these keys, or all of these words in the text of a field. A range also
 * has its limits, by which single records are compared: their keys are many.
 */
export type OwnCondition =
  | { keys: string[] }
  | { keys: string[]; key: string; at: "day" | "number" | "amount"; from: string; to: string }
  | { key: string; words: string[] };

/** Reads numbers with a point before their decimals, as programs write them in any language. */
export const EXACT = "exact";

/**
 * Returns the conditions of a filter by own fields. Parameters that name no field, and entries that cannot be read, are
 * ignored, as are those of other filters; {@link ownFilterProblems} names them.
 *
 * @param locale how the user writes numbers, or {@link EXACT}.
 */
export async function ownConditions(
  scope: Scope,
  entity: OwnEntity,
  filter: OwnFilter | undefined,
  locale?: string,
): Promise<OwnCondition[]> {
  if (!filter || !hasOwnFilter(filter)) return [];
  const fields = await readOwnFields(scope, entity);
  return fields.flatMap((field) => conditionOf(field, filter, locale) ?? []);
}

/** A parameter that filters by nothing, and why. */
export interface OwnFilterProblem {
  parameter: string;
  code: "unknown_name" | "own_choice_invalid" | "date_invalid" | "own_number_invalid" | "not_valid";
}

const problemOf: Record<OwnKind, OwnFilterProblem["code"]> = {
  text: "not_valid",
  choice: "own_choice_invalid",
  yes_no: "own_choice_invalid",
  day: "date_invalid",
  number: "own_number_invalid",
  amount: "own_number_invalid",
};

/**
 * Returns the parameters of a filter that {@link ownConditions} ignores, for callers that must not list more than was
 * asked for.
 */
export async function ownFilterProblems(
  scope: Scope,
  entity: OwnEntity,
  filter: OwnFilter | undefined,
  locale?: string,
): Promise<OwnFilterProblem[]> {
  if (!filter || !hasOwnFilter(filter)) return [];
  const fields = await readOwnFields(scope, entity);
  return Object.entries(filter).flatMap(([parameter, value]) => {
    const field = fields.find((one) => parametersOf(one).includes(parameter));
    if (!field) return [{ parameter, code: "unknown_name" }];
    return conditionOf(field, { [parameter]: value }, locale) ? [] : [{ parameter, code: problemOf[field.kind] }];
  });
}

/** Returns the names of the parameters that filter by a field. */
export function parametersOf({ key, kind }: Pick<OwnField, "key" | "kind">): string[] {
  const parameter = ownName(key);
  const isRange = kind === "number" || kind === "amount" || kind === "day";
  return isRange ? [`${parameter}_from`, `${parameter}_to`] : [parameter];
}

function conditionOf(field: OwnField, filter: OwnFilter, locale?: string): OwnCondition | null {
  const { key } = field;
  const parameter = ownName(key);
  const [only, from, to] = [filter[parameter], filter[`${parameter}_from`], filter[`${parameter}_to`]];
  switch (field.kind) {
    case "text": {
      const words = searchWords(only ?? "");
      return words.length > 0 ? { key, words } : null;
    }
    case "choice":
      return only && field.options.some((option) => option.key === only) ? { keys: [keyOfChoice(key, only)] } : null;
    case "yes_no":
      return only === "yes" || only === "no" ? { keys: [keyOfChoice(key, only === "yes" ? "true" : "false")] } : null;
    case "day": {
      const [first, last] = [parseDay(from ?? ""), parseDay(to ?? "")];
      if (!first && !last) return null;
      return { keys: keysOfDays(key, first, last), key, at: field.kind, ...limitsOfDays(first, last) };
    }
    default: {
      const [least, most] = [limitOf(field, from, locale), limitOf(field, to, locale)];
      if (least === null && most === null) return null;
      return { keys: keysOfNumbers(key, least, most), key, at: field.kind, ...limitsOfNumbers(least, most) };
    }
  }
}

const EXACT_NUMBER = /^-?\d{1,12}(\.\d{1,4})?$/;

/** Parses a limit as its field is entered; null if it is missing or cannot be read. */
function limitOf({ currency }: OwnField, given: string | undefined, locale?: string): bigint | null {
  if (!given || (locale === EXACT && !EXACT_NUMBER.test(given))) return null;
  // A number with a leading zero is never grouped, so its point is before decimals without a language too.
  const entry = locale === EXACT ? given.replace(/^-?/, "$&0") : given;
  if (currency === null) {
    const number = parseDecimal(entry, locale === EXACT ? undefined : locale);
    return number === null ? null : unitsOf(number);
  }
  const amount = parseAmount(entry, currency, locale === EXACT ? undefined : locale);
  return amount === null ? null : BigInt(amount);
}
