import type { Command } from "commander";
import { seedDemo } from "../../prisma/seed";
import { migrateRuntime, prepareRuntime, requireOwner } from "../runtime";
import { UsageError, withJson, withRuntime } from "../run-command";

export function addDbCommands(program: Command): void {
  const db = program.command("db").description("the database");

  withJson(db.command("migrate"))
    .description("bring the database to this version (safe to repeat)")
    .action((options: { json?: boolean }) =>
      withRuntime(async (runtime) => {
        const applied = await migrateRuntime(runtime);
        if (options.json) console.log(JSON.stringify({ applied }));
        else console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "The database is up to date");
      }),
    );

  withJson(db.command("seed"))
    .description("add the demo data (only to an empty database)")
    .action((options: { json?: boolean }) =>
      withRuntime(async (runtime) => {
        await migrateRuntime(runtime);
        const seeded = (await seedDemo(runtime)) !== null;
        if (options.json) console.log(JSON.stringify({ seeded }));
        else
          console.log(seeded ? "Demo data added" : "The database has organisations already: nothing added");
      }),
    );

  db.command("url")
    .description("print a connection string for psql")
    .requiredOption("--role <role>", "owner (migrates) or app (what the program runs as)")
    .action(async ({ role }: { role: string }) => {
      if (role !== "owner" && role !== "app") throw new UsageError(`--role is owner or app, not "${role}"`);
      // Not stopped afterwards: an address of a server that has just been stopped helps nobody.
      const runtime = await prepareRuntime();
      console.log(role === "owner" ? requireOwner(runtime) : runtime.runtimeUrl);
    });
}
