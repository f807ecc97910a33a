import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type pg from "pg";
import { isLockFailure, withLockRetries, type LockWaiting } from "./lock-retries";
import { splitStatements } from "./split-statements";

// Applies migrations as `prisma migrate deploy` does, whose engine would have to be downloaded. The table is Prisma's,
// so its commands understand these databases.

const TABLE = `create table if not exists public._prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz,
  migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
  started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

/** Returns the migrations of this version, oldest first. */
export function migrationNames(prismaFolder: string): string[] {
  return fs
    .readdirSync(path.join(prismaFolder, "migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * Applies these migrations, oldest first. Each is one transaction with its row in the table of migrations, so a failed
 * one leaves nothing behind. One that waits too long for a lock is tried again (see {@link withLockRetries}). Throws
 * with its name and reason. The caller holds the lock of the setup.
 */
export async function applyMigrations(
  client: pg.Client,
  prismaFolder: string,
  names: readonly string[],
  waiting: LockWaiting,
): Promise<void> {
  await client.query(TABLE);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  for (const name of names) {
    const script = fs.readFileSync(path.join(prismaFolder, "migrations", name, "migration.sql"));
    await withLockRetries({ name, pid: rows[0]!.pid }, waiting, async (watched) => {
      const startedAt = new Date();
      try {
        await client.query("begin");
        // A limit of the database or the role is meant for requests.
        await client.query("set local statement_timeout = 0");
        await client.query(`set local lock_timeout = ${Math.ceil(waiting.lockMs)}`);
        // Otherwise Citus rejects a new table that refers to a table of the coordinator and to a distributed one.
        await client.query("set local citus.enable_local_reference_table_foreign_keys = off");
        // One by one, because Citus forwards a whole message to its workers and rejects one with several statements.
        for (const statement of splitStatements(script.toString())) await watched(() => client.query(statement));
        await client.query(
          `insert into public._prisma_migrations
             (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
           values ($1, $2, $3, $4, clock_timestamp(), 1)`,
          [randomUUID(), createHash("sha256").update(script).digest("hex"), name, startedAt],
        );
        await client.query("commit");
      } catch (error) {
        await client.query("rollback").catch(() => {});
        if (isLockFailure(error)) throw error;
        throw new Error(`Migration ${name} failed and was rolled back: ${(error as Error).message}`, { cause: error });
      }
    });
  }
}
