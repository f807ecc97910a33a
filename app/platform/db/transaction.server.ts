import pg from "pg";
import { outageOf, throwOutage } from "./outage.server";

/** How long a transaction may take, from its beginning to its commit; nothing slow happens inside. */
export const TIMEOUT_MS = 60_000;
/** How long it may take to roll one back. */
const ROLLBACK_MS = 5_000;

/** The connection of one transaction, as long as that is open. */
export interface Transaction {
  /** Runs one statement. Throws when the transaction has ended. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  /**
   * Runs one statement and hands on each row as it comes, without keeping any: for results of any length. Throws what
   * `each` throws, when all rows have come.
   */
  each(statement: pg.QueryConfig, each: (row: never) => void): Promise<void>;
  /** Resolves when it has ended, however it ended. */
  readonly ended: Promise<void>;
}

/**
 * One transaction on a connection of the pool: committed when `use` succeeds, else rolled back, and then what `use`
 * threw is thrown. `begin` is sent as one message: it may hold nothing but statements that this program has written
 * itself. `begun` are their results. All of it takes `timeoutMs` at most: a server that is gone without a word (a
 * failover that drops its packets) answers neither `begin` nor `commit`, and would keep the connection and whoever
 * waits for it. Throws `DatabaseUnavailable` when an outage was the last thing that a statement met, whatever Prisma or
 * `use` have made of it.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  use: (transaction: Transaction, begun: pg.QueryResult[]) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const client = await pool.connect().catch(throwOutage);
  let open = true;
  // A transaction that only reads refuses to write: that is no outage, but a mistake of ours.
  const onlyReads = begin.startsWith("begin read only");
  let met: unknown;
  const noted = async <R>(statement: Promise<R>): Promise<R> => {
    try {
      const result = await statement;
      met = undefined;
      return result;
    } catch (error) {
      const outage = outageOf(error);
      if (outage !== null && !(outage === "read_only" && onlyReads)) met = error;
      throw error;
    }
  };
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const transaction: Transaction = {
    query: async (statement) => {
      if (!open) throw new Error("The transaction of this scope has ended");
      return noted(client.query(statement));
    },
    each: async (statement, each) => {
      if (!open) throw new Error("The transaction of this scope has ended");
      return noted(eachRow(client, statement, each));
    },
    ended,
  };
  const close = () => {
    open = false;
    end();
  };
  try {
    const value = await within(timeoutMs, async () => {
      // One result for each statement; of a single one, the driver gives it alone.
      const begun = [await noted(client.query(begin))].flat();
      const used = await use(transaction, begun).finally(close);
      await noted(commit(client));
      return used;
    });
    client.release();
    return value;
  } catch (error) {
    close();
    await giveBack(client, error, Math.min(timeoutMs, ROLLBACK_MS));
    if (met !== undefined) throwOutage(met);
    if (error instanceof TransactionTimeout) throwOutage(error);
    throw error;
  }
}

function eachRow(client: pg.PoolClient, statement: pg.QueryConfig, each: (row: never) => void): Promise<void> {
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

async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TransactionTimeout(`A transaction took longer than ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work(), expired]);
  } finally {
    clearTimeout(timer);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("commit");
  // What Postgres answers when a statement had failed before and nobody minded.
  if (command !== "COMMIT") throw new Error("The transaction was rolled back: one of its statements had failed");
}

/** Rolls back. A connection whose state is not known afterwards is closed and not used again. */
async function giveBack(client: pg.PoolClient, error: unknown, withinMs: number): Promise<void> {
  if (error instanceof TransactionTimeout) return client.release(error);
  try {
    await within(withinMs, () => client.query("rollback"));
    client.release();
  } catch (failure) {
    client.release(failure as Error);
  }
}
