import type { Command } from "commander";
import { seedDemo } from "../../prisma/seed";
import { distribute, type Outcome } from "../distribute/distribute";
import { isEmpty } from "../distribute/plan";
import { withExamples } from "../examples";
import { migrateRuntime, prepareRuntime, requireOwner } from "../runtime";
import { errorLine, UsageError, withJson, withRuntime } from "../run-command";
import { addBackupCommands } from "./backup";
import { describeSignIns } from "./demo";

type Options = { json?: boolean };

/** Adds the command `db` with its subcommands. */
export function addDbCommands(program: Command): void {
  const db = program.command("db").description("the database");
  withExamples(
    withJson(db.command("migrate"))
      .description("bring the database to this version (safe to repeat)")
      .action(migrate),
    "db migrate",
  );
  withExamples(
    withJson(db.command("seed"))
      .description("add the demo data (only to a database without organisations)")
      .action(seed),
    "db seed",
  );
  withExamples(
    withJson(db.command("distribute"))
      .description("distribute the database over the workers of its Citus cluster (safe to repeat)")
      .option("--dry-run", "only check, and say what would be done")
      .action(distributeOverCluster),
    "db distribute --dry-run",
  );
  withExamples(
    db
      .command("url")
      .description("print a connection string for psql (the embedded server is started and goes on running)")
      .requiredOption("--role <role>", "owner (migrates) or app (what the program runs as)")
      .action(printUrl),
    "db url --role owner",
  );
  addBackupCommands(db);
}

function migrate({ json }: Options): Promise<void> {
  return withRuntime(async (runtime) => {
    const applied = await migrateRuntime(runtime);
    if (json) console.log(JSON.stringify({ applied }));
    else console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "The database is up to date");
  });
}

function seed({ json }: Options): Promise<void> {
  return withRuntime(async (runtime) => {
    if (runtime.env.APP_MODE === "production") {
      throw new UsageError("the demo data has a public password and is not for APP_MODE=production");
    }
    await migrateRuntime(runtime);
    const demo = await seedDemo(runtime);
    if (json) {
      console.log(JSON.stringify({ seeded: demo?.added ?? false }));
      return;
    }
    console.log(demo?.added ? "Demo data added" : "The database has organisations already: nothing added");
    if (demo) console.log(describeSignIns(demo, runtime.appUrl).join("\n"));
  });
}

function distributeOverCluster({ json, dryRun = false }: Options & { dryRun?: boolean }): Promise<void> {
  return withRuntime(async (runtime) => {
    const { runtimeUrl } = runtime;
    const outcome = await distribute({ ownerUrl: requireOwner(runtime), runtimeUrl }, dryRun);
    const { plan, problems, truncated } = outcome;
    if (dryRun || problems.length === 0) {
      if (json) console.log(JSON.stringify({ ...plan, truncated, problems }));
      else console.log(describeOutcome(outcome, dryRun).join("\n"));
    }
    if (problems.length === 0) return;
    for (const problem of problems) console.error(errorLine(new Error(problem)));
    throw new Error(`${problems.length} of the checks failed: nothing was changed`);
  });
}

/** Lines for the operator. */
function describeOutcome({ plan, truncated }: Outcome, dryRun: boolean): string[] {
  const line = (what: string, names: string[]) => (names.length > 0 ? [`${what}: ${names.join(", ")}`] : []);
  const would = dryRun ? " (not done)" : "";
  const lines = [
    ...line(`By organisation on the workers${would}`, plan.distributed),
    ...line(`Whole on every node${would}`, plan.reference),
    ...line(`On the coordinator${would}`, plan.local),
    ...line("Placed already", plan.done),
    ...line("Copies removed from the coordinator", truncated),
  ];
  if (isEmpty(plan)) lines.push("Nothing to distribute");
  else if (!dryRun) lines.push("Rows and sums are as before, and without an organisation nothing is seen");
  return lines;
}

async function printUrl({ role }: { role: string }): Promise<void> {
  if (role !== "owner" && role !== "app") throw new UsageError(`--role is owner or app, not "${role}"`);
  // The server is not stopped afterwards, so that the address can be used.
  const runtime = await prepareRuntime();
  console.log(role === "owner" ? requireOwner(runtime) : runtime.runtimeUrl);
}
