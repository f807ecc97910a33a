import type { Command } from "commander";
import { dueRetention, type Due } from "~/platform/db/retention.server";
import { env } from "~/platform/env.server";
import { openFiles } from "~/platform/files/open-files.server";
import { applyRetentionStep, type Outcome } from "../../jobs/retention";
import { withExamples } from "../examples";
import { eachWithProgress } from "../progress";
import { withOwner } from "../runtime";
import { confirm, operatorScope, printError, printRows, withJson, withRuntime } from "../run-command";

type Options = { run?: boolean; yes?: boolean; json?: boolean };

/** Adds the command `retention`. */
export function addRetentionCommand(program: Command): void {
  withExamples(
    withJson(program.command("retention"))
      .description("list due warnings of owners and due deletions of data; the worker runs them every hour")
      .option("--run", "run them now")
      .option("--yes", "delete without asking for confirmation")
      .action(retention),
    "retention",
    "retention --run",
  );
}

function retention({ run = false, yes = false, json = false }: Options): Promise<void> {
  return withRuntime((runtime) =>
    withOwner(runtime, async (owner) => {
      const database = runtime.openDatabase();
      const rows: ReturnType<typeof rowOf>[] = [];
      let failed = 0;
      try {
        const now = database.now();
        const { bucket } = openFiles(env());
        const due = await dueRetention(owner, now);
        const deletions = due.filter(({ step }) => step.step !== "warn").length;
        if (run && deletions > 0) {
          await confirm(`All data of ${deletions} organizations will be permanently deleted.`, yes);
        }
        await eachWithProgress(due, async (one) => {
          try {
            const outcome =
              run &&
              (await applyRetentionStep(
                one,
                now,
                owner,
                (use) => operatorScope(database, one.orgId, use, "deletion"),
                bucket,
              ));
            rows.push(rowOf(one, outcome || null));
          } catch (error) {
            failed += 1;
            printError(error, `organization ${one.orgId}`);
          }
        });
      } finally {
        await database.close();
      }
      printRows(rows, { json });
      if (failed > 0) throw new Error(`${failed} organizations failed`);
    }),
  );
}

function rowOf({ orgId, name, step }: Due, outcome: Outcome | null) {
  return {
    org_id: orgId,
    name,
    due: step.step === "warn" ? `warn ${step.days} days before` : step.step,
    kept_until: "retainUntil" in step ? step.retainUntil.toISOString() : null,
    done: outcome && ("warned" in outcome ? `${outcome.warned} warned` : outcome.deleted ? "deleted" : "not due"),
  };
}
