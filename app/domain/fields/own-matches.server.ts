import { parseDay } from "../shared/dates";
import { parseAmount, parseDecimal } from "../shared/read-amount";
import type { Scope } from "../shared/scope";
import { searchWords } from "../shared/search";
import { ownName, type OwnEntity, type OwnField } from "./own-field";
import { hasOwnFilter, type OwnFilter } from "./own-filter";
import { keyOfChoice, keysOfDays, keysOfNumbers, unitsOf } from "./own-keys";
import { readOwnFields } from "./read-own-fields.server";

/** A condition for app.matching_leads(): one of these keys, or all of these words in the text of a field. */
export type OwnCondition = { keys: string[] } | { key: string; words: string[] };

/**
 * Returns the conditions of a filter by own fields. Parameters that name no field, and entries that cannot be read, are
 * ignored, as are those of other filters.
 *
 * @param locale how the user writes numbers.
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
      return first || last ? { keys: keysOfDays(key, first, last) } : null;
    }
    default: {
      const [least, most] = [limitOf(field, from, locale), limitOf(field, to, locale)];
      return least === null && most === null ? null : { keys: keysOfNumbers(key, least, most) };
    }
  }
}

/** Parses a limit as its field is entered; null if it is missing or cannot be read. */
function limitOf({ currency }: OwnField, entry: string | undefined, locale?: string): bigint | null {
  if (!entry) return null;
  if (currency === null) {
    const number = parseDecimal(entry, locale);
    return number === null ? null : unitsOf(number);
  }
  const amount = parseAmount(entry, currency, locale);
  return amount === null ? null : BigInt(amount);
}
