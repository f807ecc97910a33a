import type { Command } from "commander";
import { seedDemo, wouldSeed } from "../../prisma/seed";
import { distribute, SHARDS, type Outcome } from "../distribute/distribute";
import { isEmpty } from "../distribute/plan";
import { withExamples } from "../examples";
import { pendingMigrations } from "../migrate";
import { migrateRuntime, prepareRuntime, requireOwner } from "../runtime";
import {
  confirm,
  printError,
  printResult,
  toItsEnd,
  UsageError,
  wholeNumber,
  withJson,
  withRuntime,
} from "../run-command";
import { addBackupCommands } from "./backup";
import { describeSignIns } from "./demo";
import { addResealCommand } from "./reseal";

type Options = { json?: boolean };
type Changing = Options & { dryRun?: boolean };
type Seeding = Changing & { large?: boolean };

/** Adds the command `db` with its subcommands. */
export function addDbCommands(program: Command): void {
  const db = program.command("db").description("the database");
  withExamples(
    withJson(db.command("migrate"))
      .description("update the database to this version (idempotent)")
      .option("--dry-run", "only list the missing migrations")
      .action(migrate),
    "db migrate",
    "db migrate --dry-run",
  );
  withExamples(
    withJson(db.command("seed"))
      .description("add demo data (only to a database without organizations)")
      .option("--large", "also add an organization with 41 affiliates and 599 leads (about a minute)")
      .option("--dry-run", "only show whether anything would be added")
      .action(seed),
    "db seed",
    "db seed --large",
  );
  withExamples(
    withJson(db.command("distribute"))
      .description("distribute the database over the workers of its Citus cluster (idempotent)")
      .option("--dry-run", "only check, and show what would be done")
      .option("--shards <number>", "shards of each table, at least one for every worker there may ever be", `${SHARDS}`)
      .option("--yes", "do not ask for confirmation")
      .action(distributeOverCluster),
    "db distribute --dry-run",
    "db distribute --yes",
  );
  withExamples(
    withJson(db.command("url"))
      .description("print a connection string for psql (starts the embedded server and leaves it running)")
      .requiredOption("--role <role>", "owner (migrates) or app (runtime role)")
      .action(printUrl),
    "db url --role owner",
  );
  addBackupCommands(db);
  addResealCommand(db);
}

function migrate({ dryRun = false, ...options }: Changing): Promise<void> {
  return withRuntime(async (runtime) => {
    const names = await (dryRun
      ? pendingMigrations({ ...runtime, ownerUrl: requireOwner(runtime) })
      : toItsEnd((interrupted) => migrateRuntime(runtime, interrupted)));
    const what = `${dryRun ? "Would apply" : "Applied"} ${names.join(", ")}`;
    printResult(
      dryRun ? { pending: names } : { applied: names },
      names.length > 0 ? what : "The database is up to date",
      options,
    );
  });
}

function seed({ dryRun = false, large = false, ...options }: Seeding): Promise<void> {
  return withRuntime(async (runtime) => {
    if (runtime.env.APP_MODE === "production") {
      throw new UsageError("the demo data has a public password and is not for APP_MODE=production");
    }
    const nothing = "The database already has organizations: nothing added";
    if (dryRun) {
      const wouldAdd = await wouldSeed({ ownerUrl: requireOwner(runtime), large });
      return printResult({ would_seed: wouldAdd }, wouldAdd ? "Demo data would be added" : nothing, options);
    }
    await toItsEnd((interrupted) => migrateRuntime(runtime, interrupted));
    const demo = await seedDemo({ ...runtime, large });
    const signIns = demo ? describeSignIns(demo, runtime.appUrl) : [];
    printResult(
      { seeded: demo?.added ?? false },
      [demo?.added ? "Demo data added" : nothing, ...signIns].join("\n"),
      options,
    );
  });
}

/** A query over all organizations asks every shard, so very many make it slow. */
const MAX_SHARDS = 4_096;

function distributeOverCluster({
  yes = false,
  dryRun = false,
  shards: text,
  ...options
}: Changing & { yes?: boolean; shards: string }): Promise<void> {
  const shards = wholeNumber("--shards", text, MAX_SHARDS);
  return withRuntime(async (runtime) => {
    const addresses = { ownerUrl: requireOwner(runtime), runtimeUrl: runtime.runtimeUrl };
    let outcome = await distribute(addresses, { dryRun: true, shards });
    if (!dryRun && outcome.problems.length === 0) {
      await confirm(
        "The database is read-only while the tables are moved, and the coordinator's own copies are removed.",
        yes,
      );
      outcome = await distribute(addresses, { dryRun: false, shards });
    }
    const { plan, problems, truncated } = outcome;
    if (dryRun || problems.length === 0) {
      printResult({ ...plan, truncated, problems }, describeOutcome(outcome, dryRun).join("\n"), options);
    }
    if (problems.length === 0) return;
    for (const problem of problems) printError(new Error(problem));
    throw new Error(`${problems.length} of the checks failed: nothing was changed`);
  });
}

/** Returns the result in lines for the operator. */
function describeOutcome({ plan, truncated }: Outcome, dryRun: boolean): string[] {
  const line = (what: string, names: string[]) => (names.length > 0 ? [`${what}: ${names.join(", ")}`] : []);
  const would = dryRun ? " (not done)" : "";
  const lines = [
    ...line(`By organization on the workers${would}`, plan.distributed),
    ...line(`Complete on every node${would}`, plan.reference),
    ...line(`On the coordinator${would}`, plan.local),
    ...line("Already distributed", plan.done),
    ...line("Copies removed from the coordinator", truncated),
  ];
  if (isEmpty(plan)) lines.push("Nothing to distribute");
  else if (!dryRun) lines.push("Rows and sums are unchanged, and no rows are visible without an organization");
  return lines;
}

async function printUrl({ role, ...options }: Options & { role: string }): Promise<void> {
  if (role !== "owner" && role !== "app") throw new UsageError(`--role must be owner or app, not "${role}"`);
  // The server keeps running, so that the connection string works.
  const runtime = await prepareRuntime();
  const url = role === "owner" ? requireOwner(runtime) : runtime.runtimeUrl;
  printResult({ role, url }, url, options);
}
