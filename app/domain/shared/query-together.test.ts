import { expect, test } from "vitest";
import { runQuery, runQueries, query } from "./query-together.server";
import type { Scope } from "./scope";

type Sent = { strings: string[]; values: unknown[] };

/** A scope whose database returns this row and records the queries. */
function answering(row: Record<string, unknown[]>) {
  const sent: Sent[] = [];
  const db = { $queryRaw: async (sql: Sent) => (sent.push(sql), [row]) };
  return { sent, scope: { db } as unknown as Scope };
}

test("[P3] several queries run in one statement, each with its values and its own rows", async () => {
  const { sent, scope } = answering({ one: [{ n: 1 }, { n: 2 }], other: [] });
  const answers = await runQueries(scope, {
    one: query((rows: { n: number }[]) => rows.map(({ n }) => n))`select n from a where x = ${"x"} and y = ${2}`,
    other: query((rows: unknown[]) => rows.length)`select m from b where z = ${"';"}`,
  });
  expect(answers).toEqual({ one: [1, 2], other: 0 });
  expect(sent).toHaveLength(1);
  const { strings, values } = sent[0]!;
  expect(values).toEqual(["x", 2, "';"]);
  expect(strings.reduce((text, part, index) => `${text}$${index}${part}`)).toBe(
    "select (select coalesce(json_agg(row), '[]') from (select n from a where x = $1 and y = $2) row) as \"one\", " +
      "(select coalesce(json_agg(row), '[]') from (select m from b where z = $3) row) as \"other\"",
  );
});

test("a query can run alone and repeatedly", async () => {
  const { scope } = answering({ one: [{ n: 7 }] });
  const seven = query(([row]: { n: number }[]) => row?.n)`select 7 as n`;
  expect([await runQuery(scope, seven), await runQuery(scope, seven)]).toEqual([7, 7]);
});
