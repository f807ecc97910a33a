import type { Command } from "commander";
import { loadBankFile, makeBankFile, readBankFiles } from "~/domain/payouts/make-bank-file.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { requireRun } from "../require-run";
import { operatorReading, operatorScope, printable, printRows, sentenceOf, UsageError, withJson } from "../run-command";
import { requirePlace, toFile } from "../whole-file";

type Options = {
  org: string;
  run: string;
  out?: string;
  again?: boolean;
  dryRun?: boolean;
  json?: boolean;
};

/** Adds the subcommand `bank-file` to `payouts`. */
export function addBankFileCommand(payouts: Command): void {
  withExamples(
    withJson(payouts.command("bank-file"))
      .description("make the bank file of an approved run, with whole account numbers, and mark the run as sent")
      .requiredOption("--org <id>", "the organization")
      .requiredOption("--run <id>", "the payout run")
      .option("--out <file>", "write to this file instead of stdout")
      .option("--again", "write the latest bank file of the run again, with the same bytes and message id")
      .option("--dry-run", "only show how many payouts the file would have")
      .action(bankFile),
    `payouts bank-file --org ${SAMPLE_ID} --run 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 --out transfers.xml`,
  );
}

/** The file is stored before it is written, so that --again works if writing fails. */
function bankFile({ org, run: id, out, again = false, dryRun = false, json = false }: Options): Promise<void> {
  if (json && !out && !dryRun)
    throw new UsageError("--json needs --out: without it the bank file itself goes to stdout");
  if (out && !dryRun) requirePlace(out);
  return withOrganization(org, async (database, orgId) => {
    const { run, currency, found } = await operatorReading(database, orgId, async (scope) => {
      const { id: runId, currency } = await requireRun(scope, id);
      return { run: runId, currency, found: await readBankFiles(scope, runId) };
    });
    for (const { name, problem } of found.unreachable)
      console.error(
        `Note: not in the file: ${printable(name)}. ${sentenceOf(problem, { name: printable(name), currency })}`,
      );
    if (dryRun) {
      const { ready, unreachable, files } = found;
      return printRows([{ run, payouts: ready, unreachable: unreachable.length, earlier_files: files.length }], {
        json,
      });
    }
    const latest = found.files.at(-1);
    if (again && !latest) throw new UsageError("the run has no bank file yet");
    const file = await operatorScope(database, orgId, async (scope) => {
      const fileId = again ? latest!.id : await makeBankFile(scope, run);
      return (await loadBankFile(scope, { runId: run, fileId }))!;
    });
    if (!out) return void process.stdout.write(file.text);
    const bytes = await toFile(piecesOf(file.text), out);
    if (json) console.log(JSON.stringify({ run, file: out, bytes, message_id: file.name.replace(/\.xml$/, "") }));
  });
}

async function* piecesOf(text: string) {
  yield Buffer.from(text);
}
