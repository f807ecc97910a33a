import type pg from "pg";
import { openDatabase, type Database } from "~/platform/db/database.server";
import { openPool } from "~/platform/db/open-pool.server";
import { openEmptied } from "./emptied-database";
import { createTestDatabase, dropTestDatabase, type TestAddresses } from "./server";

export const TEST_SECRET = "a secret for tests, known to everybody";

/** Application name of the connections that stay open while a database is kept. */
const KEPT = "finderlohn kept";

/** A clone of the migrated template, with its connections. */
export interface OpenedDatabase {
  readonly addresses: TestAddresses;
  /** Pool of the owner role. */
  readonly ownerPool: pg.Pool;
  /** The app's database. */
  readonly database: Database;
  /** Sets the clock of `database` until the next call; null is the real time. */
  at(moment: Date | string | null): void;
  /** Deletes all rows that tests have created; see EmptiedDatabase. */
  empty(): Promise<boolean>;
  /** Empties the database for another file; see EmptiedDatabase. */
  renew(): Promise<boolean>;
  /** Closes the connections and drops the database. Throws if another connection is open. */
  close(): Promise<void>;
}

// A worker keeps one for its next file: no clone is made, and its connections have already planned most statements.
let kept: OpenedDatabase | undefined;

/** Returns a database without any rows of tests. The caller gives it back, or closes it. */
export async function takeDatabase(connections?: number): Promise<OpenedDatabase> {
  if (connections !== undefined) return openClone(connections);
  const taken = kept ?? (await openClone());
  kept = undefined;
  return taken;
}

/** Keeps a database for the next file, or drops it. Throws if the file has left a connection or a statement. */
export async function giveBackDatabase(opened: OpenedDatabase): Promise<void> {
  opened.at(null);
  let isNew = false;
  try {
    isNew = !kept && (await opened.renew());
  } finally {
    if (isNew) kept = opened;
    else await opened.close();
  }
}

async function openClone(connections?: number): Promise<OpenedDatabase> {
  const addresses = await createTestDatabase();
  const named = (url: string) => `${url}?application_name=${encodeURIComponent(KEPT)}`;
  const ownerPool = openPool(named(addresses.ownerUrl), 10);
  let clock: Date | null = null;
  const database = openDatabase({
    url: named(addresses.runtimeUrl),
    secret: TEST_SECRET,
    ...(connections && { connections }),
    now: () => clock ?? new Date(),
  });
  const emptied = await openEmptied(addresses.name);
  return {
    addresses,
    ownerPool,
    database,
    at: (moment) => void (clock = moment === null ? null : new Date(moment)),
    empty: () => emptied.empty(),
    renew: async () => connections === undefined && emptied.renew(KEPT),
    async close() {
      await emptied.close();
      await database.close();
      // Waits for unreleased clients, so that the hook's time limit reports a leak.
      await ownerPool.end();
      await dropTestDatabase(addresses);
    },
  };
}
