import { z } from "zod";
import { byForeignKeys, type Referring } from "~/platform/db/foreign-keys";
import type pg from "pg";

// A backup is a ZIP with the rows of each table in COPY format and the queued jobs. The manifest is the last file.

/** Tables not in a backup. After a restore everyone signs in again, and used links stay used. */
export const WITHOUT_ROWS = ["session", "one_time_token", "rate_limit", "worker_process"];
const MIGRATIONS_TABLE = "_prisma_migrations";

export const MANIFEST = "manifest.json";
export const JOBS = "jobs.jsonl";
export const fileOfTable = (name: string) => `tables/${name}.copy`;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const manifestSchema = z.object({
  format: z.literal("finderlohn-backup"),
  version: z.union([z.literal(1), z.literal(2)]),
  // Versions before 2026-12 could contain the output of pg_dump instead.
  method: z.enum(["copy", "pg_dump"]).default("copy"),
  madeAt: z.iso.datetime(),
  program: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), file: z.string(), columns: z.array(z.string()) })),
  /** Row counts and checksums of each table's COPY output and of the jobs. */
  files: z.array(z.object({ name: z.string(), rows: z.int(), bytes: z.int(), sha256 })),
});

export type Manifest = z.output<typeof manifestSchema>;

export interface BackupTable extends Referring {
  /** Stored columns; the database computes the others. */
  columns: string[];
}

/**
 * Returns the tables of a backup with their columns, parents before children. It reads the system catalog, so that new
 * tables are included automatically.
 */
export async function backupTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select c.relname as name,
       array(select distinct t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
             where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as references,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
             and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)`,
    [[...WITHOUT_ROWS, MIGRATIONS_TABLE]],
  );
  return byForeignKeys(rows);
}

/** Returns the applied migrations in order. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from public._prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return rows.map(({ name }) => name);
}
