import type pg from "pg";
import { createBankVault } from "~/platform/bank-vault.server";
import { createSealer } from "~/platform/seal.server";
import { openPool } from "./open-pool.server";
import { throwOutage } from "./outage.server";
import { models } from "./prisma-models.server";
import { assertRuntimeRole, isDistributed } from "./runtime-role.server";
import { TIMEOUT_MS } from "./transaction.server";

export interface DatabaseOptions {
  /** Connection string of the runtime role. */
  url: string;
  /** The app secret (SESSION_SECRET). */
  secret: string;
  /** Keys of bank data, the current one first; default the app secret. */
  bankKeys?: readonly [string, ...string[]];
  /** Max connections; default 10. */
  connections?: number;
  /** Max duration of a transaction or of a single statement; default 60 s. */
  timeoutMs?: number;
  /** Returns the current time; tests replace it. */
  now?: () => Date;
}

export type Connection = ReturnType<typeof openConnection>;

/** Opens the pool of the runtime role. It connects, and checks the role, on first use. */
export function openConnection({
  url,
  secret,
  bankKeys = [secret],
  connections = 10,
  timeoutMs = TIMEOUT_MS,
  now = () => new Date(),
}: DatabaseOptions) {
  const pool = openPool(url, connections);
  // The pool closes the connection of a statement that exceeds the limit.
  const once = (statement: pg.QueryConfig) =>
    pool.query({ ...statement, query_timeout: timeoutMs } as pg.QueryConfig).catch(throwOutage);

  let checked: Promise<{ isDistributed: boolean }> | undefined;
  async function check() {
    const server = { query: (text: string, values: unknown[] = []) => once({ text, values }) };
    await assertRuntimeRole(server);
    return { isDistributed: await isDistributed(server) };
  }
  /** Checks the server once; a failed check is repeated on the next use. */
  const ready = () =>
    (checked ??= check().catch((error: unknown) => {
      checked = undefined;
      throw error;
    }));

  return {
    pool,
    connections,
    timeoutMs,
    now,
    models,
    seal: createSealer(secret).seal,
    bankData: createBankVault(bankKeys),
    /** Whether statements may have names. */
    prepares: !isPoolerWithoutNames(url),
    ready,
    /** Runs one statement in a transaction of its own. */
    async query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
      await ready();
      return once(statement);
    },
  };
}

/**
 * Whether the URL says that statements cannot have a name, as with PgBouncer before 1.21. The parameter is Prisma's.
 */
const isPoolerWithoutNames = (url: string): boolean => /[?&]pgbouncer=true(&|$)/.test(url);
