import { namesOf } from "./field-list";

/** SQL with its values, to be embedded in a query. */
export class Sql {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
  ) {}
}

/** Creates SQL from a template. A value becomes a parameter; embedded {@link Sql} keeps its text and parameters. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  const texts = [strings[0]!];
  const parameters: unknown[] = [];
  const append = (text: string) => (texts[texts.length - 1] += text);
  values.forEach((value, index) => {
    if (value instanceof Sql) {
      append(value.strings[0]!);
      texts.push(...value.strings.slice(1));
      parameters.push(...value.values);
      append(strings[index + 1]!);
    } else {
      texts.push(strings[index + 1]!);
      parameters.push(value);
    }
  });
  return new Sql(texts, parameters);
}

/** Joins SQL parts with this between each two of them. Needs at least one part. */
export const joined = (parts: readonly Sql[], between: Sql): Sql =>
  parts.reduce((all, part) => sql`${all}${between}${part}`);

/** Combines all of these conditions, ignoring null. Needs at least one condition. */
export const allOf = (conditions: readonly (Sql | null)[]): Sql =>
  joined(
    conditions.filter((one) => one !== null),
    sql` and `,
  );

/**
 * Returns the columns of a field list for a handwritten query, named as in the domain, such as `l.company_name as
 * "companyName"`.
 *
 * @param table its alias in the query.
 */
export function columnsIn(list: Readonly<Record<string, { column: string }>>, table: string): Sql {
  const columns = namesOf(list).map((name) => {
    const { column } = list[name]!;
    return `${table}.${column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${column}"`;
  });
  return new Sql([columns.join(", ")], []);
}
