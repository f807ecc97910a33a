import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const root = path.resolve(import.meta.dirname, "../../..");

/**
 * Runs a statement as the owner role of the server's database, for states that only time causes, such as the end of a
 * trial. The operator's command prints the address.
 */
export async function asDatabaseOwner(sql: string, values: unknown[]): Promise<void> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(root, "build/cli.mjs"), "db", "url", "--role", "owner"],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: "production",
        APP_MODE: "test",
        DATA_DIR: path.join(root, ".data/e2e"),
      },
    },
  );
  const client = new pg.Client({ connectionString: stdout.trim() });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}
