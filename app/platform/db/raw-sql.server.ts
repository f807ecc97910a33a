import { createHash } from "node:crypto";
import pg from "pg";
import type { RawRows, RawSql, SqlParts } from "~/domain/shared/db";

type Query = (statement: pg.QueryConfig) => Promise<pg.QueryResult>;
type Each = (statement: pg.QueryConfig, each: (row: never) => void) => Promise<void>;

/** Creates {@link RawRows}. `each` sends a statement and passes on its rows. */
export const rawRows = (each: Each): RawRows => ({
  $eachRow:
    (row) =>
    (sql, ...values) =>
      each(statementOf(sql, values), row),
});

/**
 * Creates the raw SQL functions of a connection. `query` sends a statement; `prepares` is whether the connection
 * supports named statements.
 */
export function rawSql(query: Query, prepares: boolean): RawSql {
  return {
    $queryPrepared: async <T>(sql: TemplateStringsArray, ...values: unknown[]) => {
      const name = prepares ? { name: nameOf(sql) } : {};
      return (await query({ ...statementOf(sql, values), ...name })).rows as T;
    },
    $queryRaw: async <T>(sql: TemplateStringsArray | SqlParts, ...values: unknown[]) =>
      (await query(statementOf(sql, values))).rows as T,
    $executeRaw: async (sql, ...values) => (await query(statementOf(sql, values))).rowCount ?? 0,
    $executeRawUnsafe: async (sql, ...values) => (await query(statement(sql, values))).rowCount ?? 0,
    $queryRawUnsafe: async <T>(sql: string, ...values: unknown[]) => (await query(statement(sql, values))).rows as T,
  };
}

function statementOf(sql: TemplateStringsArray | SqlParts, values: unknown[]): pg.QueryConfig {
  if ("strings" in sql) return statement(textOf(sql.strings), sql.values);
  return statement(textOf(sql), values);
}

/** Each place in the code has a fixed statement name. */
const names = new WeakMap<TemplateStringsArray, string>();

function nameOf(sql: TemplateStringsArray): string {
  let name = names.get(sql);
  if (!name) names.set(sql, (name = createHash("sha256").update(textOf(sql)).digest("hex").slice(0, 32)));
  return name;
}

const textOf = (parts: readonly string[]): string => parts.reduce((text, part, index) => `${text}$${index}${part}`);

function statement(text: string, values: readonly unknown[]): pg.QueryConfig {
  // The extended protocol accepts only one statement, which blocks injected ones.
  return { text, values: values.map(parameter), types, queryMode: "extended" } as pg.QueryConfig;
}

/** Converts dates to ISO strings, because pg would use the time zone of this process. */
function parameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(parameter) : value;
}

const { builtins, getTypeParser } = pg.types;

/**
 * Parsers that match Prisma: BigInt for int8, which may exceed a JavaScript number, and UTC for dates, which pg reads
 * as local midnight.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: BigInt,
  [builtins.DATE]: (day) => new Date(`${day}T00:00:00Z`),
};

const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? getTypeParser(oid, format as "text")) as typeof getTypeParser,
};
