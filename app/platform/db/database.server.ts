import { countAttempts } from "./attempts.server";
import { openConnection, type DatabaseOptions } from "./connection.server";
import { identityTransactions } from "./identity-transactions.server";
import { organizationTransactions } from "./organization-transactions.server";

export type { DatabaseOptions };
export type Database = ReturnType<typeof openDatabase>;

/**
 * Opens the app's only way to the database. It connects at the first use and then rejects a role that bypasses
 * row-level security. Every method throws `DatabaseUnavailable` during an outage.
 */
export function openDatabase(options: DatabaseOptions) {
  const connection = openConnection(options);
  const { query, pool, now } = connection;
  return {
    ...organizationTransactions(connection),
    ...identityTransactions(connection),
    /** Counts attempts for rate limits. */
    attempts: countAttempts(query),
    now,
    /** Rejects if the database does not respond or the runtime role has too many rights. */
    async ping(): Promise<void> {
      await query({ text: "select 1" });
    },
    /** Returns the applied migrations and whether the job queue exists. */
    async readiness(): Promise<{ migrations: string[]; queue: boolean }> {
      const { rows } = await query({
        text: "select array(select app.applied_migrations()) as migrations, app.queue_ready() as queue",
      });
      return rows[0] as { migrations: string[]; queue: boolean };
    },
    async close(): Promise<void> {
      await pool.end();
    },
  };
}
