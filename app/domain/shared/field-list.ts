import type { z } from "zod";

// One list per entity says which fields its forms have. Schemas, forms, columns and comparisons are all made from it,
// so that a new field is saved and compared as soon as it is in the list (docs/decisions/0023).

/**
 * Fields by their names in forms: each with the column of `Row` it is stored in, and the schema that accepts its value.
 */
export type FieldList<Row> = Readonly<
  Record<string, { [C in keyof Row]: { column: C; schema: z.ZodType<Row[C]> } }[keyof Row]>
>;

type AnyList = Readonly<Record<string, { column: string; schema: z.ZodType }>>;

/** The values of a list by the names of its fields, as forms know them. */
export type ValuesOf<L extends AnyList> = { [N in keyof L]: z.output<L[N]["schema"]> };

/** The values of a list by their columns, as the domain and Prisma know them. */
export type RecordOf<L extends AnyList> = { [N in keyof L as L[N]["column"]]: z.output<L[N]["schema"]> };

/** The schemas of a list, for `z.object()`. */
export function shapeOf<L extends AnyList>(list: L): { [N in keyof L]: L[N]["schema"] } {
  const shape = Object.entries(list).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(shape) as { [N in keyof L]: L[N]["schema"] };
}

/** What a form has sent, by column. */
export function toRecord<L extends AnyList>(list: L, values: ValuesOf<L>): RecordOf<L> {
  const record = Object.entries(list).map(([name, { column }]) => [column, values[name]]);
  return Object.fromEntries(record) as RecordOf<L>;
}

/** What is stored, by field. */
export function toValues<L extends AnyList>(list: L, record: RecordOf<L>): ValuesOf<L> {
  const columns = record as Record<string, unknown>;
  const values = Object.entries(list).map(([name, { column }]) => [name, columns[column]]);
  return Object.fromEntries(values) as ValuesOf<L>;
}

/** The columns of a list out of a row or an input that has more. */
export function pick<L extends AnyList>(list: L, row: RecordOf<L>): RecordOf<L> {
  return toRecord(list, toValues(list, row));
}

/** The columns of a list as a Prisma `select`. */
export function columnsOf<L extends AnyList>(list: L): { [C in L[keyof L]["column"]]: true } {
  const columns = Object.values(list).map(({ column }) => [column, true]);
  return Object.fromEntries(columns) as { [C in L[keyof L]["column"]]: true };
}

/** The names of the fields of a list, in its order. */
export const namesOf = <L extends object>(list: L) => Object.keys(list) as (keyof L & string)[];

/** The names of the fields whose values differ. */
export function differing<V extends Readonly<Record<string, unknown>>>(one: V, other: V): (keyof V & string)[] {
  return namesOf(one).filter((name) => one[name] !== other[name]);
}
