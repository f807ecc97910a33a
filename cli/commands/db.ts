import type { Command } from "commander";
import { seedDemo } from "../../prisma/seed";
import { migrateRuntime, prepareRuntime, requireOwner } from "../runtime";
import { UsageError, withJson, withRuntime } from "../run-command";
import { describeSignIns } from "./demo";

type Options = { json?: boolean };

export function addDbCommands(program: Command): void {
  const db = program.command("db").description("the database");
  withJson(db.command("migrate"))
    .description("bring the database to this version (safe to repeat)")
    .action(migrate);
  withJson(db.command("seed"))
    .description("add the demo data (only to a database without organisations)")
    .action(seed);
  db.command("url")
    .description("print a connection string for psql (the embedded server is started and goes on running)")
    .requiredOption("--role <role>", "owner (migrates) or app (what the program runs as)")
    .action(printUrl);
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

async function printUrl({ role }: { role: string }): Promise<void> {
  if (role !== "owner" && role !== "app") throw new UsageError(`--role is owner or app, not "${role}"`);
  // Not stopped afterwards: an address of a server that has just been stopped helps nobody.
  const runtime = await prepareRuntime();
  console.log(role === "owner" ? requireOwner(runtime) : runtime.runtimeUrl);
}
