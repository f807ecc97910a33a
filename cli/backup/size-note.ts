import { connectTo } from "../migrate";

/** Gigabytes above which one file is unsuitable: writing it is one long transaction, and a restore writes all rows. */
export const LARGE_GB = 20;

/** Returns a note if the database is too large for a backup in one file; null otherwise. */
export async function sizeNote(ownerUrl: string, largeGb = LARGE_GB): Promise<string | null> {
  const client = await connectTo(ownerUrl);
  try {
    const { rows: citus } = await client.query("select from pg_extension where extname = 'citus'");
    const isCluster = citus.length > 0;
    // On a cluster the coordinator's own size misses the shards.
    const shards = isCluster
      ? "(select coalesce(sum(citus_total_relation_size(logicalrelid)), 0) from pg_dist_partition where partmethod = 'h')"
      : "0";
    const { rows } = await client.query<{ gb: number }>(
      `select ((pg_database_size(current_database()) + ${shards}) / 1e9)::float8 as gb`,
    );
    const { gb } = rows[0]!;
    if (gb < largeGb) return null;
    const instead = isCluster
      ? "a base backup and WAL archive of every node, and citus_create_restore_point"
      : "pg_basebackup and a WAL archive";
    return `Note: the database has ${Math.round(gb)} GB. Above ${largeGb} GB use the tools of the server instead (${instead}), see docs/operations/backup.md`;
  } finally {
    await client.end();
  }
}
