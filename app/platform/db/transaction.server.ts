import pg from "pg";
import { outageOf, throwOutage } from "./outage.server";

/** Max duration of a transaction from begin to commit; slow work must happen outside. */
export const TIMEOUT_MS = 60_000;
/** Max duration of a rollback. */
const ROLLBACK_MS = 5_000;

/** The connection of one open transaction. */
export interface Transaction {
  /** Runs one statement, after the earlier ones. Throws if the transaction has ended. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  /**
   * Runs one statement, after the earlier ones, and calls `each` with every row as it arrives, without storing any. An
   * error of `each` is thrown after the last row.
   */
  each(statement: pg.QueryConfig, each: (row: never) => void): Promise<void>;
  /** Resolves when the transaction has ended, successfully or not. */
  readonly ended: Promise<void>;
}

/**
 * Runs one transaction on a connection of the pool. It commits if `use` succeeds, otherwise it rolls back and rethrows.
 * Each text of `begin` is sent as one message and must contain only statements written by this app; `begun` are the
 * results of the last one.
 * `timeoutMs` covers everything, because a server that stops responding (a failover that drops packets) answers neither
 * `begin` nor `commit` and would block the connection and its users. Throws `DatabaseUnavailable` if the last statement
 * met an outage, even if Prisma or `use` replaced the error.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string | readonly string[],
  use: (transaction: Transaction, begun: pg.QueryResult[]) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const client = await pool.connect().catch(throwOutage);
  let open = true;
  // In a read-only transaction a denied write is a programming error, not an outage.
  const messages = [begin].flat();
  const onlyReads = messages[0]!.startsWith("begin read only");
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
  const inTurn = openQueue();
  const whileOpen = <R>(run: () => Promise<R>): Promise<R> =>
    inTurn(() => {
      if (!open) throw new Error("The transaction of this scope has ended");
      return noted(run());
    });
  const transaction: Transaction = {
    query: (statement) => whileOpen(() => client.query(statement)),
    each: (statement, each) => whileOpen(() => eachRow(client, statement, each)),
    ended,
  };
  const close = () => {
    open = false;
    end();
  };
  try {
    const value = await within(timeoutMs, async () => {
      let begun: pg.QueryResult[] = [];
      // Several statements return an array of results; a single statement returns one.
      for (const message of messages) begun = [await noted(client.query(message))].flat();
      const used = await use(transaction, begun).finally(close);
      await inTurn(() => noted(commit(client)));
      return used;
    });
    client.release();
    return value;
  } catch (error) {
    close();
    await giveBack(client, error, { inTurn, withinMs: Math.min(timeoutMs, ROLLBACK_MS) });
    if (met !== undefined) throwOutage(met);
    if (error instanceof TransactionTimeout) throwOutage(error);
    throw error;
  }
}

type Queue = <R>(run: () => Promise<R>) => Promise<R>;

/**
 * Returns a function that runs the statements of a connection one after the other: Prisma loads several relations at
 * once, and pg will reject a statement while another one runs.
 */
function openQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const mine = last.then(run);
    last = mine.catch(() => {});
    return mine;
  };
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
        // Rethrowing here would end the process.
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
  // Postgres reports ROLLBACK here if an earlier statement failed and its error was ignored.
  if (command !== "COMMIT") throw new Error("The transaction was rolled back: one of its statements had failed");
}

/** Rolls back. Closes the connection if its state is unknown afterwards. */
async function giveBack(
  client: pg.PoolClient,
  error: unknown,
  { inTurn, withinMs }: { inTurn: Queue; withinMs: number },
): Promise<void> {
  if (error instanceof TransactionTimeout) return client.release(error);
  try {
    await within(withinMs, () => inTurn(() => client.query("rollback")));
    client.release();
  } catch (failure) {
    client.release(failure as Error);
  }
}
