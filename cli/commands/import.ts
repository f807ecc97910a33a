import fs from "node:fs";
import path from "node:path";
import type { OwnField } from "~/domain/fields/own-field";
import { readOwnFields } from "~/domain/fields/read-own-fields.server";
import { Option, type Command } from "commander";
import type { TFunction } from "i18next";
import { chooseColumns, startImport } from "~/domain/imports/change-import.server";
import { byteEncodings, isByteEncoding, type ByteEncoding } from "~/domain/imports/encodings";
import { columnsSchema } from "~/domain/imports/import.schema";
import { columnsLeftOut, fieldsOf, importKinds, type Columns, type ImportKind } from "~/domain/imports/import-run";
import { listImportRows, listRemarks, type Remark, type RowsWanted } from "~/domain/imports/list-import-rows.server";
import { countOutcomes, readImport, type Import } from "~/domain/imports/read-import.server";
import {
  listUnknownAffiliates,
  unknownAffiliate,
  type UnknownAffiliates,
} from "~/domain/imports/unknown-affiliates.server";
import { dropImport } from "~/domain/imports/stage-import.server";
import { languages, type Language } from "~/i18n/languages";
import { errorText } from "~/i18n/error-text";
import { readAgain } from "~/server/imports/change-encoding.server";
import { reasonsOf, reportPieces } from "~/server/imports/report.server";
import { stageFile } from "~/server/imports/stage-file.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { addImportListCommand, addImportUndoCommand } from "./import-undo";
import { runImportSteps, interruptible, type Access } from "../import-steps";
import { confirm, printRows, UsageError, withJson } from "../run-command";
import { requireFile, requirePlace, toFile } from "../whole-file";
import { words } from "../words";

type Options = {
  org: string;
  map: string[];
  encoding: "auto" | ByteEncoding;
  duplicates?: "skip" | "create";
  invite?: boolean;
  dryRun?: boolean;
  report?: string;
  language: Language;
  yes?: boolean;
  json?: boolean;
};

/** Adds the command `import` with a subcommand for each kind. */
export function addImportCommands(program: Command): void {
  const parent = program
    .command("import")
    .description("import leads, affiliates or customers' payments of an organization from a CSV file");
  for (const kind of importKinds) {
    const fields = fieldsOf(kind, []).map(({ name, required }) => (required ? name : `[${name}]`));
    const command = withJson(parent.command(`${kind} <file>`))
      .description(`import ${nouns[kind]}; the fields are ${fields.join(", ")}`)
      .requiredOption("--org <id>", "the organization")
      .option(
        "--map <column=field>",
        "assign a column to a field if its title does not; may be repeated",
        (value: string, before: string[]) => [...before, value],
        [],
      )
      .addOption(
        new Option("--encoding <encoding>", "character encoding of the file")
          .choices(["auto", ...byteEncodings])
          .default("auto"),
      )
      .option("--dry-run", "only show what would be created and which rows are wrong")
      .option("--report <file>", "write the result of each row to this CSV file")
      .option("--yes", "create without asking")
      .addOption(
        new Option("--language <language>", "language of the reasons and of invitations")
          .choices(languages)
          .default("en"),
      );
    if (kind === "leads")
      command.addOption(
        new Option("--duplicates <what>", "what to do with rows whose email address already exists")
          .choices(["skip", "create"])
          .default("skip"),
      );
    if (kind === "affiliates") command.option("--invite", "email each of them an invitation");
    command.action((file: string, options: Options) => importFile(kind, file, options));
    withExamples(
      command,
      `import ${kind} ${kind}.csv --org ${SAMPLE_ID} --dry-run --report report.csv`,
      `import ${kind} ${kind}.csv --org ${SAMPLE_ID} --map ${samples[kind]} --yes`,
    );
  }
  addImportListCommand(parent);
  addImportUndoCommand(parent);
}

const nouns: Record<ImportKind, string> = {
  leads: "leads",
  affiliates: "affiliates",
  "customer-payments": "payments of customers for commissions",
};

const samples: Record<ImportKind, string> = {
  leads: "Mail=email",
  affiliates: "Mail=email",
  "customer-payments": "Valuta=paid_on",
};

/** An import and the scopes to read and change it. */
type OneImport = Access & { kind: ImportKind; id: string };

function importFile(kind: ImportKind, file: string, options: Options): Promise<void> {
  requireFile(file);
  if (options.report) requirePlace(options.report);
  return withOrganization(options.org, (database, orgId) =>
    interruptible(database, orgId, async (access) => {
      const { anyway } = access;
      const given = { kind, name: path.basename(file), bytes: fs.createReadStream(file) };
      const id = await stageFile(anyway, given);
      try {
        const one = { ...access, kind, id };
        await readAs(one, file, options.encoding);
        await run(one, options);
        await report(one, options, await words(options.language));
      } finally {
        // Removes a checked file, so that no one continues it; a started import stays.
        await anyway((scope) => dropImport(scope, id));
      }
    }),
  );
}

/**
 * Decodes the file with the encoding of the option. A file in UTF-8 or UTF-16 cannot be decoded differently. Throws
 * `UsageError`.
 */
async function readAs({ inScope, reading, kind, id }: OneImport, file: string, to: Options["encoding"]): Promise<void> {
  if (to === "auto") return;
  const { encoding } = (await reading((scope) => readImport(scope, kind, id)))!;
  if (isByteEncoding(encoding)) return readAgain(inScope, { kind, id, to });
  // A pure ASCII file is the same in every encoding.
  for await (const bytes of fs.createReadStream(file) as AsyncIterable<Buffer>) {
    if (bytes.some((byte) => byte >= 0x80))
      throw new UsageError(`the file is in ${encoding?.toUpperCase()} and cannot be read in another encoding`);
  }
}

/** Checks the rows, asks for confirmation and creates them. */
async function run(access: OneImport, options: Options): Promise<void> {
  const { inScope, reading, kind, id, interruption } = access;
  const staged = (await reading((scope) => readImport(scope, kind, id)))!;
  const own = kind === "leads" ? await reading((scope) => readOwnFields(scope, "lead")) : [];
  const columns = columnsOf(staged, options.map, own);
  await inScope((scope) => chooseColumns(scope, id, columns));
  await runImportSteps(access, staged);
  if (options.dryRun) return;
  const counts = await reading((scope) => countOutcomes(scope, id));
  const keepsDuplicates = options.duplicates === "create";
  const planned = counts.ready + (keepsDuplicates ? counts.duplicate : 0);
  if (planned === 0) return;
  const left = `${counts.wrong} wrong rows and ${keepsDuplicates ? 0 : counts.duplicate} duplicates are skipped.`;
  await confirm(
    kind === "customer-payments"
      ? `${planned} payments will be recorded; ${left}`
      : `${planned} ${kind} will be created${options.invite ? " and invited" : ""}; ${left}`,
    options.yes ?? false,
    interruption,
  );
  const choice = { keepsDuplicates, invites: options.invite ?? false, language: options.language };
  await inScope((scope) => startImport(scope, id, choice));
  await runImportSteps(access, staged);
}

/** Returns the guessed columns, overridden by the options. Throws `UsageError`. */
function columnsOf({ kind, header, columns }: Import, map: readonly string[], own: readonly OwnField[]): Columns {
  const fields: string[] = fieldsOf(kind, own).map(({ name }) => name);
  const slotsOf = (field: string) => fieldsOf(kind, own).find(({ name }) => name === field)?.slots ?? [];
  const titles = header.map((title, index) => title || String(index + 1));
  const chosen: Record<string, string> = {};
  for (const [field, places] of Object.entries(columns)) {
    for (const [index, slot] of slotsOf(field).entries()) {
      if (places[index] !== undefined) chosen[slot] = String(places[index]);
    }
  }
  const named = new Set<string>();
  for (const one of map) {
    const at = one.lastIndexOf("=");
    const [title, field] = [one.slice(0, Math.max(at, 0)).trim(), one.slice(at + 1).trim()];
    const column = titles.findIndex((known) => known.toLowerCase() === title.toLowerCase());
    if (column < 0) throw new UsageError(`the file has no column "${title}": its columns are ${titles.join(", ")}`);
    if (!fields.includes(field))
      throw new UsageError(`the field "${field}" does not exist: the fields are ${fields.join(", ")}`);
    for (const [slot, other] of Object.entries(chosen)) if (other === String(column)) delete chosen[slot];
    // The first option for a field replaces the guess; more of them are joined.
    if (!named.has(field)) for (const slot of slotsOf(field)) delete chosen[slot];
    named.add(field);
    const free = slotsOf(field).find((slot) => !(slot in chosen));
    if (!free) throw new UsageError(`the field "${field}" takes at most ${slotsOf(field).length} columns`);
    chosen[free] = String(column);
  }
  const { data, error } = columnsSchema(kind, own).safeParse(chosen);
  if (data) return data;
  const field = String(error.issues[0]?.path[0]);
  throw new UsageError(
    `no column for ${field}: name it with --map <column>=${field} (the columns are ${titles.join(", ")})`,
  );
}

/** Max printed lines about wrong rows; the report contains all. */
const MAX_LINES = 20;

/** The state of an import at its end. */
interface Seen {
  run: Import;
  remarks: Remark[];
  unknown: UnknownAffiliates | null;
}

/** Returns what the import ignores, the encoding it used and the unknown affiliates, in the words of the preview. */
function leftOut({ run, remarks, unknown }: Seen, language: Language, t: TFunction): string[] {
  const left = columnsLeftOut(run.header, run.columns);
  const columns = new Intl.ListFormat(language, { type: "conjunction" }).format(left);
  return [
    // Only a person can see which letters are right.
    ...(isByteEncoding(run.encoding)
      ? [t("imports:encoding.read_as", { encoding: t(`imports:encodings.${run.encoding}`) })]
      : []),
    ...(left.length > 0 ? [t("imports:left_out.columns", { count: left.length, columns })] : []),
    ...remarks.map(({ field, reason, rows }) => {
      const named = { count: rows, rows: rows.toLocaleString(language), field: t(`imports:fields.${field}`) };
      return `${t("imports:left_out.rows", named)} ${errorText(t, `errors:${reason}`)}`;
    }),
    ...(unknown ? [unknownText(unknown, language, t)] : []),
  ];
}

function unknownText({ rows, names, more }: UnknownAffiliates, language: Language, t: TFunction): string {
  const number = (count: number) => count.toLocaleString(language);
  const listed = names.join(", ");
  const all = more > 0 ? t("imports:unknown.more", { names: listed, count: more, number: number(more) }) : listed;
  return `${t("imports:unknown.title", { count: rows, rows: number(rows) })}: ${all}`;
}

/** Prints counts to stdout and wrong rows to stderr. Throws if there are wrong rows. */
async function report({ reading, kind, id }: OneImport, options: Options, t: TFunction): Promise<void> {
  const rowsFrom = (cursor: string | null, only: Omit<RowsWanted, "cursor"> = {}) =>
    reading(async (scope) => {
      const run = await readImport(scope, kind, id);
      return listImportRows(scope, run!, { cursor, ...only });
    });
  if (options.report)
    await toFile(reportPieces(t, { kind, format: "plain" }, await rowsFrom(null), rowsFrom), options.report);
  const seen = await reading(async (scope) => {
    const run = (await readImport(scope, kind, id))!;
    const unknown = await listUnknownAffiliates(scope, run);
    return { run, unknown, remarks: await listRemarks(scope, run), counts: await countOutcomes(scope, id) };
  });
  for (const sentence of leftOut(seen, options.language, t)) console.error(sentence);
  const { rows } = await rowsFrom(null, { outcome: "wrong", except: unknownAffiliate, size: MAX_LINES });
  for (const row of rows) console.error(`line ${row.line}: ${reasonsOf(t, row)}`);
  const { ready, created, wrong, duplicate } = seen.counts;
  const more = wrong - rows.length - (seen.unknown?.alone ?? 0);
  if (more > 0) console.error(`and ${more} more: see --report <file>`);
  const begun = seen.run.status === "done" || seen.run.status === "cancelled";
  const what = options.dryRun ? "ready" : "created";
  const count = { [what]: options.dryRun ? ready : created, wrong, duplicate };
  printRows([begun ? { ...count, import: id } : count], options);
  if (wrong > 0) throw new Error(`${wrong} rows are wrong and were skipped`);
}
