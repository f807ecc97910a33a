import type pg from "pg";
import { connectTo, SETUP_LOCK, type DatabaseAddresses } from "../migrate";
import { progressBar } from "../progress";
import { readCluster, readTables } from "./catalog";
import { problemsOf } from "./checks";
import { keepSettings, placeTables, truncateCopies } from "./place-tables";
import { isEmpty, planOf, type Plan } from "./plan";
import { countRows, countWrongSums, differences, readLeaks } from "./verify";

export interface Outcome {
  /** What was placed, or would be with `dryRun`. */
  plan: Plan;
  /** Failed checks; if there are any, nothing was done. */
  problems: string[];
  /** Tables whose copies on the coordinator were removed. */
  truncated: string[];
}

export interface DistributeOptions {
  /** Whether to only check and plan. */
  dryRun: boolean;
  /** Number of shards of each table; only the first distributed table uses it, and all later ones follow. */
  shards: number;
}

/**
 * Shards per table unless the operator chooses another number. The number limits how many workers a cluster can have.
 * 128 can be moved evenly to any number of workers up to about 40, with at least three shards for each.
 */
export const SHARDS = 128;

/**
 * Distributes a migrated database over the workers of its Citus cluster. It checks, places all tables in one
 * transaction, stores the database settings, verifies the result as the runtime role, and then removes the
 * coordinator's own copies. Idempotent, also after a failure.
 * @throws if rows or sums changed, after rolling back; if the runtime role sees too many or too few rows, keeping the
 * copies
 */
export async function distribute(
  { ownerUrl, runtimeUrl }: DatabaseAddresses,
  { dryRun, shards }: DistributeOptions,
): Promise<Outcome> {
  const owner = await connectTo(ownerUrl);
  try {
    await owner.query("select pg_advisory_lock($1)", [SETUP_LOCK]);
    const tables = await readTables(owner);
    const plan = planOf(tables);
    const problems = await withRuntime(runtimeUrl, async (runtime) =>
      problemsOf(await readCluster(owner, runtime), tables, plan),
    );
    if (dryRun || problems.length > 0) return { plan, problems, truncated: [] };

    if (!isEmpty(plan)) {
      await inTransaction(owner, async () => {
        const names = [...plan.reference, ...plan.distributed, ...plan.local];
        const before = await countRows(owner, names);
        const bar = progressBar(names.length);
        await placeTables(owner, { plan, tables, shards }, () => bar.add(1)).finally(bar.end);
        const wrong = differences(before, await countRows(owner, names));
        const sums = await countWrongSums(owner);
        if (sums > 0) wrong.push(`${sums} counts and sums differ from the rows`);
        if (wrong.length > 0) throw new Error(`nothing was changed: ${wrong.join("; ")}`);
      });
    }
    await keepSettings(owner);
    const placed = await readTables(owner);
    const distributed = placed.filter(({ place }) => place === "distributed").map(({ name }) => name);
    // A new connection uses the new settings.
    const leaks = await withRuntime(runtimeUrl, (runtime) => readLeaks(owner, runtime, distributed));
    if (leaks.length > 0) {
      throw new Error(`row-level security does not work, do not start the app: ${leaks.join("; ")}`);
    }
    return { plan, problems, truncated: await truncateCopies(owner, placed) };
  } finally {
    await owner.end();
  }
}

async function withRuntime<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectTo(url);
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function inTransaction(client: pg.Client, use: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await use();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
