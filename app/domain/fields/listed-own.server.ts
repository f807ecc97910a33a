import type { Day } from "../shared/dates";
import { isShown } from "../shared/lists";
import type { Money } from "../shared/money";
import type { Scope } from "../shared/scope";
import { ownName, type OwnEntity, type OwnField } from "./own-field";
import { plainOwn, type OwnValue } from "./own-value";
import { readOwnOf } from "./own-values.server";
import { readOwnFields } from "./read-own-fields.server";

/** A value of a list; choices and answers are their labels. */
export type ListedValue = string | { number: string } | { day: Day } | Money;

/** The own fields that a list can show, with the values of the columns that are shown. */
export interface ListedOwn {
  fields: { key: string; label: string; isFigure: boolean }[];
  /** By the id of the record and the key of the field; without missing values. */
  values: Record<string, Record<string, ListedValue>>;
}

/** For organizations without own fields. */
export const noListedOwn: ListedOwn = { fields: [], values: {} };

/**
 * Reads the own fields for the columns of a list, and the values of its page with one query. Columns that are not shown
 * are not read.
 *
 * @param choice the columns that the reader has chosen, as `parseColumns` returns them.
 * @param answer the text of yes or no.
 */
export async function readListedOwn(
  scope: Scope,
  { entity, choice, answer }: { entity: OwnEntity; choice: ReadonlySet<string>; answer: (isYes: boolean) => string },
  ids: readonly string[],
): Promise<ListedOwn> {
  const fields = await readOwnFields(scope, entity);
  const shown = fields.filter(({ key }) => isShown(choice, ownName(key), false));
  const { of } = await readOwnOf(scope, shown, entity, ids);
  const listed = (id: string) => {
    const own = of(id);
    const entries = shown.flatMap((field): [string, ListedValue][] => {
      const value = own[field.key] ?? null;
      return value === null ? [] : [[field.key, listedValue(field, value, answer)]];
    });
    return Object.fromEntries(entries);
  };
  return {
    fields: fields.map(({ key, label, kind }) => ({ key, label, isFigure: figures.has(kind) })),
    values: Object.fromEntries(ids.map((id) => [id, listed(id)] as const).filter(([, own]) => Object.keys(own).length)),
  };
}

/** Compared line by line, so they are aligned at their end. */
const figures: ReadonlySet<string> = new Set(["number", "amount", "day"]);

function listedValue(field: OwnField, value: OwnValue, answer: (isYes: boolean) => string): ListedValue {
  return typeof value === "object" && !("option" in value) ? value : plainOwn(field, value, answer);
}
