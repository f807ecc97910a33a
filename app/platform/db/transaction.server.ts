import pg from "pg";

/** How long a transaction may take; nothing slow happens inside. */
const TIMEOUT_MS = 60_000;

/** The connection of one transaction, as long as that is open. */
export interface Transaction {
  /** Runs one statement. Throws when the transaction has ended. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  /**
   * Runs one statement and hands on each row as it comes, without keeping any: for results of any length. Throws what `each` throws,
   * when all rows have come.
   */
  each(statement: pg.QueryConfig, each: (row: never) => void): Promise<void>;
  /** Resolves when it has ended, however it ended. */
  readonly ended: Promise<void>;
}

/**
 * One transaction on a connection of the pool: committed when `use` succeeds, else rolled back, and then what `use` threw is
 * thrown. `begin` is sent as one message: it may hold nothing but statements that this program has written itself. `begun` are
 * their results.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  use: (transaction: Transaction, begun: pg.QueryResult[]) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let open = true;
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const transaction: Transaction = {
    query: async (statement) => {
      if (!open) throw new Error("The transaction of this scope has ended");
      return client.query(statement);
    },
    each: async (statement, each) => {
      if (!open) throw new Error("The transaction of this scope has ended");
      return eachRow(client, statement, each);
    },
    ended,
  };
  try {
    // One result for each statement; of a single one, the driver gives it alone.
    const begun = [await client.query(begin)].flat();
    const value = await withinTime(use(transaction, begun)).finally(() => {
      open = false;
      end();
    });
    await commit(client);
    client.release();
    return value;
  } catch (error) {
    await giveBack(client, error);
    throw error;
  }
}

function eachRow(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
  each: (row: never) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query(statement);
    let failed: { reason: unknown } | undefined;
    query.on("row", (row) => {
      if (failed) return;
      try {
        each(row as never);
      } catch (reason) {
        // Thrown on, it would end the process.
        failed = { reason };
      }
    });
    query.on("error", reject);
    query.on("end", () => (failed ? reject(failed.reason as Error) : resolve()));
    client.query(query);
  });
}

class TransactionTimeout extends Error {}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    const seconds = TIMEOUT_MS / 1000;
    timer = setTimeout(
      () => reject(new TransactionTimeout(`A transaction took longer than ${seconds} s`)),
      TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("commit");
  // What Postgres answers when a statement had failed before and nobody minded.
  if (command !== "COMMIT")
    throw new Error("The transaction was rolled back: one of its statements had failed");
}

/** Rolls back. A connection whose state is not known afterwards is closed and not used again. */
async function giveBack(client: pg.PoolClient, error: unknown): Promise<void> {
  if (error instanceof TransactionTimeout) return client.release(error);
  try {
    await client.query("rollback");
    client.release();
  } catch (failure) {
    client.release(failure as Error);
  }
}
