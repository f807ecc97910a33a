import type { Command } from "commander";
import { databaseChecks, runtimeChecks } from "../doctor/database-checks";
import { runChecks, type Check } from "../doctor/finding";
import { machineChecks } from "../doctor/machine-checks";
import { withExamples } from "../examples";
import { printRows, withJson, withRuntime } from "../run-command";
import { withOwner } from "../runtime";

/** Adds the command `doctor`. */
export function addDoctorCommand(program: Command): void {
  withExamples(
    withJson(program.command("doctor"))
      .description(
        "check database, queue, mail, Stripe, disk and settings, and say what to do; changes nothing",
      )
      .action(doctor),
    "doctor",
    "doctor --json",
  );
}

function doctor(options: { json?: boolean }): Promise<void> {
  return withRuntime(async (runtime) => {
    const checks = (ofDatabase: Check[]) => runChecks([...machineChecks(runtime), ...ofDatabase]);
    const findings = runtime.ownerUrl
      ? await withOwner(runtime, (owner) => checks(databaseChecks(runtime, owner)))
      : await checks(runtimeChecks(runtime));
    printRows(findings, options);
    const failed = findings.filter(({ state }) => state === "fail").length;
    if (failed > 0) throw new Error(`${failed} of ${findings.length} checks failed`);
  });
}
