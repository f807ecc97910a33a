import { z } from "zod";
import { byForeignKeys, type Referring } from "~/platform/db/foreign-keys";
import type pg from "pg";

// A backup is a ZIP: either each table as COPY writes it and the jobs of the queue, or what pg_dump has written; at its
// end the manifest.

/** Not in a backup: after a restore everybody signs in again, and used links stay used. */
export const WITHOUT_ROWS = ["session", "one_time_token", "rate_limit", "worker_process"];
const MIGRATIONS_TABLE = "_prisma_migrations";

/** What the migrations need. Others are the server's: a restore leaves them as they are. */
export const EXTENSIONS = ["pg_trgm", "btree_gin"];

export const MANIFEST = "manifest.json";
export const JOBS = "jobs.jsonl";
export const DUMP = "database.dump";
export const fileOfTable = (name: string) => `tables/${name}.copy`;

/** How the rows got into the file. */
export const backupMethods = ["pg_dump", "copy"] as const;
export type BackupMethod = (typeof backupMethods)[number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const manifestSchema = z.object({
  format: z.literal("finderlohn-backup"),
  // 1 knew COPY only; those files are restored as before.
  version: z.union([z.literal(1), z.literal(2)]),
  method: z.enum(backupMethods).default("copy"),
  /** Of pg_dump: which one, the major version of the server, and the file's size and checksum. */
  dump: z.object({ tool: z.int(), server: z.int(), bytes: z.int(), sha256 }).optional(),
  madeAt: z.iso.datetime(),
  program: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), file: z.string(), columns: z.array(z.string()) })),
  /** What COPY gives of each table, and the jobs; of a dump they are what it is compared with. */
  files: z.array(z.object({ name: z.string(), rows: z.int(), bytes: z.int(), sha256 })),
});

export type Manifest = z.output<typeof manifestSchema>;

export interface BackupTable extends Referring {
  /** Those that are stored; the others the database makes itself. */
  columns: string[];
}

/**
 * The tables of a backup with their columns, each after those it refers to. From the catalogue, so that a table of
 * tomorrow is not forgotten.
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

/** The migrations that the database has, in their order. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select migration_name as name from public._prisma_migrations
     where finished_at is not null and rolled_back_at is null order by migration_name`,
  );
  return rows.map(({ name }) => name);
}
