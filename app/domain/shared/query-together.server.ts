import type { Scope } from "./scope";
import { sql } from "./sql";

/** A query with its values, and the conversion of its rows. Row values are those of JSON: strings, numbers, null. */
export interface Query<Result> {
  strings: readonly string[];
  values: readonly unknown[];
  resultOf: (rows: never[]) => Result;
}

/** Creates a {@link Query} from an SQL template: `query(rows => …)` followed by the text. */
export const query =
  <Row, Result>(resultOf: (rows: Row[]) => Result) =>
  (strings: TemplateStringsArray, ...values: unknown[]): Query<Result> => {
    const part = sql(strings, ...values);
    return { strings: part.strings, values: part.values, resultOf };
  };

/** Reads nothing, instead of a query that is not always needed. */
export const noQuery: Query<null> = query(() => null)`select 1 where false`;

type Results<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends Query<infer Result> ? Result : never;
};

/**
 * Runs several queries in one SQL statement. Every statement is a round trip to the database, which costs the web
 * process more than most small queries of a page.
 */
export async function runQueries<Queries extends Record<string, Query<unknown>>>(
  scope: Scope,
  queries: Queries,
): Promise<Results<Queries>> {
  const strings = ["select "];
  const values: unknown[] = [];
  const append = (text: string) => (strings[strings.length - 1] += text);
  Object.entries(queries).forEach(([name, one], index) => {
    append(`${index > 0 ? ", " : ""}(select coalesce(json_agg(row), '[]') from (`);
    append(one.strings[0]!);
    strings.push(...one.strings.slice(1));
    values.push(...one.values);
    append(`) row) as "${name}"`);
  });
  const [found] = await scope.db.$queryRaw<Record<string, never[]>[]>({ strings, values });
  const results = Object.entries(queries).map(([name, { resultOf }]) => [name, resultOf(found![name]!)]);
  return Object.fromEntries(results) as Results<Queries>;
}

/** Runs one query. */
export async function runQuery<Result>(scope: Scope, one: Query<Result>): Promise<Result> {
  return (await runQueries(scope, { one })).one;
}
