import { env } from "~/platform/env.server";
import { openFiles } from "~/platform/files/open-files.server";
import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Option, type Command } from "commander";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { EXACT, ownFilterProblems } from "~/domain/fields/own-matches.server";
import { parseOwnFilter } from "~/domain/fields/own-filter";
import { ownName } from "~/domain/fields/own-field";
import { readDeal } from "~/domain/deals/read-deal.server";
import { csvFormats, type CsvFormatName } from "~/domain/shared/csv";
import { MAX_YEARS, periodProblem, type PeriodProblem } from "~/domain/shared/period";
import { namesOf } from "~/domain/shared/field-list";
import type { Scope } from "~/domain/shared/scope";
import { languages, type Language } from "~/i18n/languages";
import { exportNames, type ExportName } from "~/paths/export-names";
import { startArchive } from "~/server/exports/archive.server";
import { exportLists } from "~/server/exports/lists.server";
import type { Allowed, EnterScopes, ExportFilter } from "~/server/exports/export-file.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { withBytesShown } from "../progress";
import { requirePlace, toFile } from "../whole-file";
import { operatorReading, operatorScope, UsageError, withJson } from "../run-command";
import { words } from "../words";

type Options = Record<string, string> & {
  org: string;
  own?: string[];
  format: CsvFormatName;
  language: Language;
  out?: string;
} & { json?: boolean };

/** Names of options that differ from their URL parameter. */
const optionNames: Record<string, string> = { q: "search", signed_in: "signed" };
const optionOf = (param: string) => optionNames[param] ?? param;

const help: Record<ExportFilter, string> = {
  tab: "the view of the list",
  status: "only this status",
  affiliate: "only this affiliate",
  responsible: "only leads of this member (a user id), or of nobody (none)",
  step: "only open leads whose next step is due today or overdue, or that have none",
  terms: "only affiliates with the standard terms, with other terms, or with none",
  having: "only affiliates with something due or paid, with won deals, with leads, or without leads (no_leads)",
  signed_in: "only affiliates who signed in within this number of days, longer ago (over-90), or never",
  q: "only matches of a search for these words",
  kind: "one-off (deal) or monthly (payment)",
  deal: "only this deal",
  deals: "without canceled ones (won), with something to pay (unpaid), or owed back (owed_back)",
  period: "only this calendar period",
  from: "from this day on (YYYY-MM-DD), in the organization's time zone",
  to: "up to and including this day",
  by: "report by affiliate, member or source",
  sort: 'the order; a leading "-" reverses it',
};

/** Adds the command `export` with a subcommand for each list. */
export function addExportCommands(program: Command): void {
  const parent = program
    .command("export")
    .description(
      "export a list of an organization as a CSV file, filtered as on its screen, or everything as an archive",
    );
  for (const name of exportNames) {
    const command = withJson(parent.command(name))
      .description(`export ${name}; without options, exports the rows that the screen shows by default`)
      .requiredOption("--org <id>", "the organization")
      .option("--out <file>", "write to this file instead of stdout")
      .addOption(
        new Option("--format <format>", "plain (RFC 4180), or for spreadsheets in this language")
          .choices(csvFormats)
          .default("plain"),
      )
      .addOption(
        new Option("--language <language>", "language of the header and the labels").choices(languages).default("en"),
      );
    const { narrowedBy, own } = exportLists[name];
    for (const param of namesOf(narrowedBy)) command.addOption(narrowing(param, narrowedBy[param]!));
    if (own)
      command.option(
        "--own <filter...>",
        "only with these values of custom fields, by their keys: size=large, budget_from=1000.50, start_to=2026-12-31",
      );
    command.action((options: Options) => exportList(name, options));
    withExamples(command, `export ${name} --org ${SAMPLE_ID} --format de --language de --out ${name}.csv`);
  }
  const archive = withJson(parent.command("archive"))
    .description("export everything of an organization as a ZIP of CSV and JSON files with checksums")
    .requiredOption("--org <id>", "the organization")
    .requiredOption("--out <file>", "write to this file")
    .addOption(
      new Option("--language <language>", "language of the included explanation").choices(languages).default("en"),
    )
    .action(exportArchive);
  withExamples(archive, `export archive --org ${SAMPLE_ID} --out archive.zip`);
}

type Archive = { org: string; out: string; language: Language; json?: boolean };

function exportArchive({ org, out, language, json }: Archive): Promise<void> {
  requirePlace(out);
  return inOrganization(org, async (enter) => {
    const { pieces } = await startArchive(enter, await words(language), openFiles(env()).bucket);
    await writeExport(pieces, out, { json });
  });
}

/** Writes an export to a file. Prints a result only with --json, because exports to stdout are silent too. */
async function writeExport(pieces: AsyncIterable<Buffer>, file: string, { json }: { json?: boolean }) {
  const bytes = await toFile(withBytesShown(pieces), file);
  if (json) console.log(JSON.stringify({ file, bytes }));
}

function narrowing(param: ExportFilter, allowed: Allowed): Option {
  const value = typeof allowed === "string" ? allowed.replace("_or_none", "") : param;
  const option = new Option(`--${optionOf(param)} <${value}>`, help[param]);
  return typeof allowed === "string" ? option : option.choices(allowed);
}

function exportList(name: ExportName, options: Options): Promise<void> {
  const params = paramsOf(name, options);
  const { out, json } = options;
  if (json && !out) throw new UsageError("--json needs --out: without it the export itself goes to stdout");
  if (out) requirePlace(out);
  return inOrganization(options.org, async (enter) => {
    const pieces = await exportLists[name].start(
      {
        ...enter,
        first: (use) =>
          enter.first(async (scope) => {
            await requireRecords(scope, name, params);
            return use(scope);
          }),
      },
      { name, params, locale: EXACT, format: options.format, t: await words(options.language) },
    );
    await (out ? writeExport(pieces, out, { json }) : toStdout(pieces));
  });
}

/** Runs an export for the organization with this id. Throws `UsageError` if it does not exist. */
function inOrganization(id: string, run: (enter: EnterScopes) => Promise<void>): Promise<void> {
  return withOrganization(id, (database, orgId) =>
    run({
      first: (use) => operatorScope(database, orgId, use, "looking"),
      page: (use) => operatorReading(database, orgId, use),
    }),
  );
}

/** Returns the options as URL parameters of the screen. Throws `UsageError`. */
function paramsOf(name: ExportName, options: Options): URLSearchParams {
  const params = new URLSearchParams();
  for (const param of Object.keys(exportLists[name].narrowedBy)) {
    const value = options[optionOf(param)];
    if (value !== undefined) params.set(param, value);
  }
  for (const filter of options.own ?? []) {
    const [, key, value] = /^([^=]+)=(.+)$/s.exec(filter) ?? [];
    if (key === undefined) throw new UsageError(`--own must be a key and a value such as size=large, not "${filter}"`);
    params.set(ownName(key), value!);
  }
  if (params.has("period") && (params.has("from") || params.has("to")))
    throw new UsageError("--period cannot be combined with --from and --to");
  const problem = periodProblem(params);
  if (problem) throw new UsageError(periodProblems[problem]);
  return params;
}

const periodProblems: Record<PeriodProblem, string> = {
  not_a_day: "--from and --to must be days such as 2026-12-31",
  order: "--to is before --from",
  too_long: `--from and --to are more than ${MAX_YEARS} years apart`,
};

/** Rejects unknown ids. The screens ignore them, but here nobody would notice that the file is unfiltered. */
async function requireRecords(scope: Scope, name: ExportName, params: URLSearchParams): Promise<void> {
  const [affiliate, deal] = [params.get("affiliate"), params.get("deal")];
  const none = exportLists[name].narrowedBy["affiliate"] === "id_or_none" && affiliate === NO_AFFILIATE;
  if (affiliate !== null && !none && !(await readAffiliate(scope, affiliate)))
    throw new UsageError(`the organization has no affiliate with the id "${affiliate}"`);
  if (deal !== null && !(await readDeal(scope, deal)))
    throw new UsageError(`the organization has no deal with the id "${deal}"`);
  const { own } = exportLists[name];
  const named = [...params.keys()].filter((param) => param.startsWith("own_"));
  const unread = own && (await ownFilterProblems(scope, own, parseOwnFilter(params), EXACT))[0];
  const unknown = unread?.parameter ?? named.find((param) => !(param in parseOwnFilter(params)));
  if (unknown)
    throw new UsageError(`--own: "${unknown.slice(4)}" is not the key of a field, or its value cannot be read`);
}

/** Ignores a reader that closes the pipe early ("| head"). */
async function toStdout(pieces: AsyncGenerator<Buffer>): Promise<void> {
  try {
    // On a terminal the export itself is visible.
    const shown = process.stdout.isTTY ? pieces : withBytesShown(pieces);
    await pipeline(Readable.from(shown), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}
