import path from "node:path";
import pg from "pg";
import { migrationNames } from "../apply-migrations";
import { projectRoot } from "../project-root";
import { UsageError } from "../run-command";
import { backupTables, migrationsOf, type Manifest } from "./format";

/** Hint for a database that is not empty. */
const EMPTY_ONE =
  "a backup can only be restored into an empty one. Name a new database in DATABASE_URL and DATABASE_APP_URL, or for the embedded server a new folder in DATA_DIR";

export const tableOf = (name: string) => `public.${pg.escapeIdentifier(name)}`;

/** Whether a database has no tables yet. Throws a UsageError if it has some of another application. */
export async function isBare(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ tables: number; migrated: boolean }>(
    `select (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname in ('public', 'app') and c.relkind in ('r', 'p', 'v', 'S')
               and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
                               and d.deptype = 'e')) as tables,
       to_regclass('public._prisma_migrations') is not null as migrated`,
  );
  const { tables, migrated } = rows[0]!;
  if (!migrated && tables > 0)
    throw new UsageError(`the database contains tables of another application: ${EMPTY_ONE}`);
  return !migrated;
}

/** Throws a UsageError if this version lacks a migration of the backup. */
export function requireKnown({ migrations, program }: Manifest): void {
  const ours = migrationNames(path.join(projectRoot(), "prisma"));
  const unknown = migrations.find((name) => !ours.includes(name));
  if (!unknown) return;
  throw new UsageError(
    `the backup contains the migration ${unknown}, which this version does not have: restore it with Finderlohn ${program}`,
  );
}

/** Returns the tables in the order to fill them. Throws a UsageError if the backup does not match the database. */
export async function requireFitting(client: pg.Client, manifest: Manifest): Promise<string[]> {
  const migrations = await migrationsOf(client);
  if (migrations.join() !== manifest.migrations.join()) {
    const [ours, its] = [migrations.at(-1) ?? "none", manifest.migrations.at(-1) ?? "none"];
    throw new UsageError(
      `the backup has other migrations (its last is ${its}, here ${ours}): restore it into a database without tables, which gets the same ones first`,
    );
  }
  const tables = await backupTables(client);
  const shape = (list: { name: string; columns: string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.toSorted()]).sort());
  if (shape(tables) !== shape(manifest.tables))
    throw new Error(
      `the tables of the backup differ from this database: restore it with Finderlohn ${manifest.program}`,
    );
  for (const { name } of tables) {
    const { rows } = await client.query<{ some: boolean }>(`select exists (select 1 from ${tableOf(name)}) as some`);
    if (rows[0]!.some) throw new UsageError(`the database is not empty (table ${name}): ${EMPTY_ONE}`);
  }
  return tables.map(({ name }) => name);
}
