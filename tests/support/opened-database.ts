import type pg from "pg";
import { openDatabase, type Database } from "~/platform/db/database.server";
import { openPool } from "~/platform/db/open-pool.server";
import { openEmptied } from "./emptied-database";
import { createTestDatabase, dropTestDatabase, type TestAddresses } from "./server";

export const TEST_SECRET = "a secret for tests, known to everybody";

/** Returns the URL for connections that stay open while a database is kept, which their application name says. */
export const forKept = (url: string): string => `${url}?application_name=${encodeURIComponent(KEPT)}`;
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
  /** Called before the connections are closed. */
  beforeClose?: () => Promise<void>;
  /** Closes the connections and drops the database. Throws if another connection is open. */
  close(): Promise<void>;
}

/** `served`: the one on which a kept site runs (tests/support/site.ts), which writes to it at any time. */
type Use = "plain" | "served";

// A worker keeps one of each for its next file: no clone is made, and its connections have already planned most
// statements.
const kept: Partial<Record<Use, OpenedDatabase>> = {};

/** Returns a database without any rows of tests. The caller gives it back, or closes it. */
export async function takeDatabase({
  connections,
  use = "plain",
}: { connections?: number; use?: Use } = {}): Promise<OpenedDatabase> {
  if (connections !== undefined) return openClone(connections);
  const taken = kept[use] ?? (await openClone());
  delete kept[use];
  return taken;
}

/** Keeps a database for the next file, or drops it. Throws if the file has left a connection or a statement. */
export async function giveBackDatabase(opened: OpenedDatabase, use: Use = "plain"): Promise<void> {
  opened.at(null);
  let isNew = false;
  try {
    isNew = !kept[use] && (await opened.renew());
  } finally {
    if (isNew) kept[use] = opened;
    else await opened.close();
  }
}

async function openClone(connections?: number): Promise<OpenedDatabase> {
  const addresses = await createTestDatabase();
  const ownerPool = openPool(forKept(addresses.ownerUrl), 10);
  let clock: Date | null = null;
  const database = openDatabase({
    url: forKept(addresses.runtimeUrl),
    secret: TEST_SECRET,
    ...(connections && { connections }),
    now: () => clock ?? new Date(),
  });
  const emptied = await openEmptied(addresses.name);
  const opened: OpenedDatabase = {
    addresses,
    ownerPool,
    database,
    at: (moment) => void (clock = moment === null ? null : new Date(moment)),
    empty: () => emptied.empty(),
    renew: async () => connections === undefined && emptied.renew(KEPT),
    async close() {
      await opened.beforeClose?.();
      await emptied.close();
      await database.close();
      // Waits for unreleased clients, so that the hook's time limit reports a leak.
      await ownerPool.end();
      await dropTestDatabase(addresses);
    },
  };
  return opened;
}
