import type { z } from "zod";

// One list per entity defines the fields of its forms. Schemas, forms, columns and comparisons derive from it, so a new
// field is saved and compared as soon as it is in the list (docs/decisions/0023).

/** Fields by form name, each with its column of `Row` and the schema of its value. */
export type FieldList<Row> = Readonly<
  Record<string, { [C in keyof Row]: { column: C; schema: z.ZodType<Row[C]> } }[keyof Row]>
>;

type AnyList = Readonly<Record<string, { column: string; schema: z.ZodType }>>;

/** Values of a list by field name, as in forms. */
export type ValuesOf<L extends AnyList> = { [N in keyof L]: z.output<L[N]["schema"]> };

/** Values of a list by column, as in the domain and Prisma. */
export type RecordOf<L extends AnyList> = { [N in keyof L as L[N]["column"]]: z.output<L[N]["schema"]> };

/** Returns the schemas of a list for `z.object()`. */
export function shapeOf<L extends AnyList>(list: L): { [N in keyof L]: L[N]["schema"] } {
  const shape = Object.entries(list).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(shape) as { [N in keyof L]: L[N]["schema"] };
}

/** Converts form values to columns. */
export function toRecord<L extends AnyList>(list: L, values: ValuesOf<L>): RecordOf<L> {
  const record = Object.entries(list).map(([name, { column }]) => [column, values[name]]);
  return Object.fromEntries(record) as RecordOf<L>;
}

/** Converts stored columns to form values. */
export function toValues<L extends AnyList>(list: L, record: RecordOf<L>): ValuesOf<L> {
  const columns = record as Record<string, unknown>;
  const values = Object.entries(list).map(([name, { column }]) => [name, columns[column]]);
  return Object.fromEntries(values) as ValuesOf<L>;
}

/** Picks the columns of a list from a row or an input that has more. */
export function pick<L extends AnyList>(list: L, row: RecordOf<L>): RecordOf<L> {
  return toRecord(list, toValues(list, row));
}

/** Returns the columns of a list as a Prisma `select`. */
export function columnsOf<L extends AnyList>(list: L): { [C in L[keyof L]["column"]]: true } {
  const columns = Object.values(list).map(({ column }) => [column, true]);
  return Object.fromEntries(columns) as { [C in L[keyof L]["column"]]: true };
}

/** Returns the field names of a list in its order. */
export const namesOf = <L extends object>(list: L) => Object.keys(list) as (keyof L & string)[];

/** Returns the names of the fields whose values differ. */
export function differing<V extends Readonly<Record<string, unknown>>>(one: V, other: V): (keyof V & string)[] {
  return namesOf(one).filter((name) => one[name] !== other[name]);
}
