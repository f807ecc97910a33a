import type { Scope } from "./scope";

/** A query of this program with its values, and what is made of its rows. Their values are what JSON has: texts, numbers, null. */
export interface Question<Answer> {
  strings: readonly string[];
  values: readonly unknown[];
  answer: (rows: never[]) => Answer;
}

/** Makes a {@link Question} of SQL in a template: `question(rows => …)` followed by the query. */
export const question =
  <Row, Answer>(answer: (rows: Row[]) => Answer) =>
  (strings: TemplateStringsArray, ...values: unknown[]): Question<Answer> => ({ strings, values, answer });

type Answers<Asked> = { [Name in keyof Asked]: Asked[Name] extends Question<infer Answer> ? Answer : never };

/**
 * Asks several questions in one statement. Every statement is a way to the database and back, which costs the web process more
 * than most of the small questions of a page do.
 */
export async function askTogether<Asked extends Record<string, Question<unknown>>>(
  scope: Scope,
  asked: Asked,
): Promise<Answers<Asked>> {
  const strings = ["select "];
  const values: unknown[] = [];
  const append = (text: string) => (strings[strings.length - 1] += text);
  Object.entries(asked).forEach(([name, query], index) => {
    append(`${index > 0 ? ", " : ""}(select coalesce(json_agg(row), '[]') from (`);
    append(query.strings[0]!);
    strings.push(...query.strings.slice(1));
    values.push(...query.values);
    append(`) row) as "${name}"`);
  });
  const [found] = await scope.db.$queryRaw<Record<string, never[]>[]>({ strings, values });
  const answers = Object.entries(asked).map(([name, { answer }]) => [name, answer(found![name]!)]);
  return Object.fromEntries(answers) as Answers<Asked>;
}

/** Asks one question alone. */
export async function ask<Answer>(scope: Scope, asked: Question<Answer>): Promise<Answer> {
  return (await askTogether(scope, { asked })).asked;
}
