import type { Scope } from "./scope";

/** A column of rows to insert: its type in Postgres, and the same value for all rows, or each row's own. */
export type InsertedColumn<Row> = { type: string; all: unknown } | { type: string; of: (row: Row) => unknown };

/** Rows in one statement: with 20 columns still fewer than the 65,535 values that one takes. */
const AT_ONCE = 1_000;

/**
 * Inserts many rows in few statements, without Prisma, which takes ten times as long, and without RETURNING, because an
 * affiliate may write rows that they cannot read. As VALUES: Citus copies the rows of a SELECT, and a table with row
 * security takes no copies. `table` and the names of the columns are texts of this program.
 */
export async function insertRows<Row>(
  scope: Scope,
  table: string,
  columns: Record<string, InsertedColumn<Row>>,
  rows: readonly Row[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const values: unknown[] = [];
    const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
    const shared = new Map(
      Object.entries(columns).flatMap(([name, column]) =>
        "all" in column ? [[name, parameter(column.all, column.type)]] : [],
      ),
    );
    const lines = rows.slice(at, at + AT_ONCE).map((row) => {
      const cells = Object.entries(columns).map(
        ([name, column]) => shared.get(name) ?? ("of" in column ? parameter(column.of(row), column.type) : ""),
      );
      return `(${cells.join(", ")})`;
    });
    const names = Object.keys(columns).join(", ");
    await scope.db.$executeRawUnsafe(`insert into ${table} (${names}) values ${lines.join(", ")}`, ...values);
  }
}
