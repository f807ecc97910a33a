import { namesOf } from "./field-list";

/** SQL with its values, to be part of a statement. */
export class Sql {
  constructor(
    readonly strings: readonly string[],
    readonly values: readonly unknown[],
  ) {}
}

/** SQL in a template. A value is a parameter, but SQL of this kind is put in as it stands, with its own parameters. */
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

/** SQL of several parts, with this between each two of them. There is at least one. */
export const joined = (parts: readonly Sql[], between: Sql): Sql =>
  parts.reduce((all, part) => sql`${all}${between}${part}`);

/** All of these conditions; null is none. There is at least one. */
export const allOf = (conditions: readonly (Sql | null)[]): Sql =>
  joined(
    conditions.filter((one) => one !== null),
    sql` and `,
  );

/**
 * The columns of a field list, for a statement of one's own: each named as the domain knows it, such as
 * `l.company_name as "companyName"`.
 *
 * @param table its alias in the statement.
 */
export function columnsIn(list: Readonly<Record<string, { column: string }>>, table: string): Sql {
  const columns = namesOf(list).map((name) => {
    const { column } = list[name]!;
    return `${table}.${column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${column}"`;
  });
  return new Sql([columns.join(", ")], []);
}
