import { connectTo } from "../migrate";
import { UsageError } from "../run-command";
import { requireOwner, type Runtime } from "../runtime";
import { backupMethods } from "./format";
import { findTool, type PgTool } from "./pg-tools";

export const wantedMethods = ["auto", ...backupMethods] as const;
export type WantedMethod = (typeof wantedMethods)[number];

/**
 * Returns the pg_dump to use, or null for COPY. "auto" uses pg_dump if it is installed and matches the server. It uses
 * COPY for the embedded server, which has no pg_dump, and for a Citus cluster, where pg_dump gets no consistent
 * snapshot. Throws a UsageError if pg_dump is requested but cannot be used.
 */
export async function chooseTool(runtime: Runtime, wanted: WantedMethod): Promise<PgTool | null> {
  if (wanted === "copy" || (wanted === "auto" && runtime.embedded)) return null;
  const { major, isCitus } = await readServer(requireOwner(runtime));
  const tool = isCitus ? null : await findTool("pg_dump", major);
  if (wanted === "auto" || tool) return tool;
  throw new UsageError(
    isCitus
      ? "pg_dump cannot take a consistent snapshot of a Citus cluster: use --with copy"
      : `no pg_dump for PostgreSQL ${major} is in PATH or /usr/lib/postgresql: install postgresql-client-${major}, or use --with copy`,
  );
}

async function readServer(ownerUrl: string): Promise<{ major: number; isCitus: boolean }> {
  const client = await connectTo(ownerUrl);
  try {
    const { rows } = await client.query<{ major: number; isCitus: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as major,
         exists (select 1 from pg_extension where extname = 'citus') as "isCitus"`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}
