import type { Command } from "commander";
import { databaseChecks, runtimeChecks } from "../doctor/database-checks";
import { runChecks, warn, type Check, type Finding } from "../doctor/finding";
import { machineChecks } from "../doctor/machine-checks";
import { secretFileChecks } from "../doctor/secret-checks";
import { withExamples } from "../examples";
import { printRows, withJson, withRuntime } from "../run-command";
import { withOwner } from "../runtime";

/** Adds the command `doctor`. */
export function addDoctorCommand(program: Command): void {
  withExamples(
    withJson(program.command("doctor"))
      .description("check database, queue, mail, Stripe, disk and settings, and suggest fixes; changes nothing")
      .action(doctor),
    "doctor",
    "doctor --json",
  );
}

async function doctor(options: { json?: boolean }): Promise<void> {
  // Without its secrets the app cannot start, so nothing else can be checked.
  const ofSecrets = await runChecks(secretFileChecks(process.env));
  if (ofSecrets.some(isFailed)) {
    const others = { check: "everything else", ...warn("not checked", "fix the failed checks first") };
    return report([...ofSecrets, others], options);
  }
  return withRuntime(async (runtime) => {
    const checks = (ofDatabase: Check[]) => runChecks([...machineChecks(runtime), ...ofDatabase]);
    const findings = runtime.ownerUrl
      ? await withOwner(runtime, (owner) => checks(databaseChecks(runtime, owner)))
      : await checks(runtimeChecks(runtime));
    report([...ofSecrets, ...findings], options);
  });
}

const isFailed = ({ state }: Pick<Finding, "state">) => state === "fail";

function report(findings: ({ check: string } & Finding)[], options: { json?: boolean }): void {
  printRows(findings, options);
  const failed = findings.filter(isFailed).length;
  if (failed > 0) throw new Error(`${failed} of ${findings.length} checks failed`);
}
