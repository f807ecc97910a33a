import type { Command } from "commander";
import type { DatevFileKind } from "~/domain/documents/datev.schema";
import { loadDatevFile, previewDatev } from "~/domain/payouts/datev-files.server";
import { toDecimal } from "~/domain/shared/money";
import { dayOf } from "../day-of";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { operatorReading, operatorScope, printable, printRows, sentenceOf, UsageError, withJson } from "../run-command";
import { requirePlace, toFile } from "../whole-file";

type Kind = Exclude<DatevFileKind, "documents">;
const kinds: readonly Kind[] = ["bookings", "creditors"];

type Options = { org: string; from: string; to: string; kind: string; out?: string; dryRun?: boolean; json?: boolean };

/** Adds the subcommand `datev` to `payouts`. */
export function addDatevCommand(payouts: Command): void {
  withExamples(
    withJson(payouts.command("datev"))
      .description("write the bookings or creditors of a period as a file for DATEV (EXTF, Windows-1252)")
      .requiredOption("--org <id>", "the organization")
      .requiredOption("--from <day>", "the first day, YYYY-MM-DD")
      .requiredOption("--to <day>", "the last day, within the same fiscal year")
      .option("--kind <kind>", `one of ${kinds.join(", ")}`, "bookings")
      .option("--out <file>", "write to this file instead of stdout")
      .option("--dry-run", "only show the bookings, and what is not in the file")
      .action(datev),
    `payouts datev --org ${SAMPLE_ID} --from 2026-10-01 --to 2026-10-31 --out EXTF_Buchungsstapel.csv`,
  );
}

function datev({ org, out, dryRun = false, json = false, ...given }: Options): Promise<void> {
  const kind = kinds.find((one) => one === given.kind);
  if (!kind) throw new UsageError(`--kind: must be one of ${kinds.join(", ")}`);
  const [from, to] = [dayOf(given.from), dayOf(given.to)];
  if (!from) throw new UsageError("--from: no day YYYY-MM-DD");
  if (!to) throw new UsageError("--to: no day YYYY-MM-DD");
  const period = { from, to };
  if (from > to) throw new UsageError("--to: must not be before --from");
  if (json && !out && !dryRun) throw new UsageError("--json needs --out: without it the file itself goes to stdout");
  if (out && !dryRun) requirePlace(out);
  return withOrganization(org, async (database, orgId) => {
    if (dryRun) {
      const plan = await operatorReading(database, orgId, (scope) => previewDatev(scope, period));
      for (const { code, params } of plan.problems)
        console.error(
          `Note: ${sentenceOf(code, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, printable(String(value))])))}`,
        );
      const booked = plan.entries.map(({ day, number, name, amount, account, contraAccount, key }) => {
        const accounts = { account, contra_account: contraAccount, key };
        return { day, number, name, amount: toDecimal(amount, "EUR"), currency: "EUR", ...accounts, not_booked: null };
      });
      const left = plan.unbooked.map(({ day, number, name, amount, currency, reason }) => {
        const accounts = { account: null, contra_account: null, key: null };
        return { day, number, name, amount: toDecimal(amount, currency), currency, ...accounts, not_booked: reason };
      });
      return printRows([...booked, ...left], { json });
    }
    const file = await operatorScope(database, orgId, (scope) => loadDatevFile(scope, { kind, period }));
    if (!out) return void process.stdout.write(file.bytes);
    const bytes = await toFile(piecesOf(file.bytes), out);
    if (json) console.log(JSON.stringify({ file: out, bytes, name: file.name }));
  });
}

async function* piecesOf(bytes: Uint8Array) {
  yield Buffer.from(bytes);
}
