import { connectTo } from "../migrate";
import { UsageError } from "../run-command";
import { requireOwner, type Runtime } from "../runtime";
import { backupMethods } from "./format";
import { findTool, type PgTool } from "./pg-tools";

export const wantedMethods = ["auto", ...backupMethods] as const;
export type WantedMethod = (typeof wantedMethods)[number];

/**
 * The pg_dump to make a backup with; null for COPY. By itself pg_dump is chosen where it is on the machine, fits the
 * server, and the server is neither the embedded one, beside which there is none, nor a Citus cluster, of which it sees
 * several moments.
 * Throws a UsageError when pg_dump is asked for and cannot be used.
 */
export async function chooseTool(runtime: Runtime, wanted: WantedMethod): Promise<PgTool | null> {
  if (wanted === "copy" || (wanted === "auto" && runtime.embedded)) return null;
  const { major, isCitus } = await readServer(requireOwner(runtime));
  const tool = isCitus ? null : await findTool("pg_dump", major);
  if (wanted === "auto" || tool) return tool;
  throw new UsageError(
    isCitus
      ? "pg_dump does not see one moment of a Citus cluster: use --with copy"
      : `no pg_dump that fits PostgreSQL ${major} is in PATH or /usr/lib/postgresql: install postgresql-client-${major}, or use --with copy`,
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
