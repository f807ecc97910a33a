import type { Command } from "commander";
import { documentFormats, type DocumentFormat } from "~/domain/documents/document";
import { fileBytes, readFile, readFiles } from "~/domain/files/read-file.server";
import {
  listDocuments,
  readDocument,
  requireDocumentFile,
  type DocumentFilter,
  type DocumentSummary,
} from "~/domain/payouts/list-documents.server";
import { listPayouts, readPayout, type PayoutSummary } from "~/domain/payouts/list-payouts.server";
import { todayIn, type Day } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { toDecimal } from "~/domain/shared/money";
import type { Page } from "~/domain/shared/page";
import type { InScope, Scope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import { env } from "~/platform/env.server";
import { openFiles } from "~/platform/files/open-files.server";
import { dayOf } from "../day-of";
import { SAMPLE_ID, withExamples } from "../examples";
import { withOrganization } from "../organizations";
import { requireRun } from "../require-run";
import { operatorReading, operatorScope, printRows, UsageError, withJson } from "../run-command";
import { requirePlace, toFile } from "../whole-file";

type Options = Record<"run" | "from" | "to" | "document" | "out", string | undefined> & {
  org: string;
  format: string;
  json?: boolean;
};

/** Adds the subcommand `documents` to `payouts`. */
export function addPayoutDocumentsCommand(payouts: Command): void {
  withExamples(
    withJson(payouts.command("documents"))
      .description("list statements, self-billed invoices and cancellations, or write a file of one as it was issued")
      .requiredOption("--org <id>", "the organization")
      .option("--run <id>", "only those of this payout run")
      .option("--from <day>", "only those issued on this day or later, YYYY-MM-DD")
      .option("--to <day>", "only those issued on this day or earlier")
      .option("--document <id>", "write a file of this document; it contains the whole account number")
      .option("--format <format>", `one of ${documentFormats.join(", ")}`, "pdf")
      .option("--out <file>", "write to this file instead of stdout")
      .action(documents),
    `payouts documents --org ${SAMPLE_ID} --from 2026-10-01 --to 2026-10-31`,
    `payouts documents --org ${SAMPLE_ID} --document 0190a5a0-7c1e-7000-8000-0b6f5d1c2a39 --format xml --out invoice.xml`,
  );
}

function documents({ org, run, document, out, json = false, ...given }: Options): Promise<void> {
  const format = documentFormats.find((one) => one === given.format);
  if (!format) throw new UsageError(`--format must be one of ${documentFormats.join(", ")}`);
  const [from, to] = [dayIn("--from", given.from), dayIn("--to", given.to)];
  if (from && to && from > to) throw new UsageError("--to must not be before --from");
  if (document === undefined) {
    if (out !== undefined) throw new UsageError("--out needs --document");
    return withOrganization(org, async (database, orgId) => {
      const rows = await operatorReading(database, orgId, async (scope) => {
        const runId = run === undefined ? null : (await requireRun(scope, run)).id;
        return rowsOf(scope, { runId, payoutId: null, affiliateId: null, kind: null, currency: null, from, to });
      });
      printRows(rows, { json });
    });
  }
  if (run ?? from ?? to) throw new UsageError("--document names one document: leave out --run, --from and --to");
  if (json && out === undefined) throw new UsageError("--json needs --out: without it the file itself goes to stdout");
  if (out !== undefined) requirePlace(out);
  return withOrganization(org, (database, orgId) => write(database, { orgId, document, format, out, json }));
}

function dayIn(option: string, text: string | undefined): Day | null {
  if (text === undefined) return null;
  const day = dayOf(text);
  if (!day) throw new UsageError(`${option} must be a day such as 2026-10-31, not "${text}"`);
  return day;
}

/** Returns the statements and documents in the order of their issue. */
async function rowsOf(scope: Scope, filter: DocumentFilter) {
  const { runId, from, to } = filter;
  const { timeZone } = await scope.organization();
  const ofAll = { runId, affiliateId: null, state: null, currency: null };
  const payouts = await everyRow((cursor) => listPayouts(scope, ofAll, { cursor }));
  const files = await readFiles(
    scope,
    payouts.flatMap(({ fileId }) => fileId ?? []),
  );
  const statements = payouts.map((payout) => {
    const issuedOn = todayIn(timeZone, new Date(payout.approvedAt));
    return statementRow(payout, issuedOn, files.get(payout.fileId ?? "")?.sha256 ?? null);
  });
  const inPeriod = statements.filter(({ issued_on: day }) => (!from || day >= from) && (!to || day <= to));
  const issued = await everyRow((cursor) => listDocuments(scope, filter, { cursor }));
  return [...inPeriod, ...issued.map(documentRow)].toSorted((one, other) => (one.issued_on < other.issued_on ? -1 : 1));
}

async function everyRow<Row>(read: (cursor: string | null) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Row> = await read(cursor);
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return rows;
}

type Amounts = Pick<DocumentSummary, "net" | "vat" | "gross" | "currency">;

const amountsOf = ({ net, vat, gross, currency }: Amounts) => ({
  net: toDecimal(net, currency),
  vat: toDecimal(vat, currency),
  gross: toDecimal(gross, currency),
  currency,
});

const statementRow = (payout: PayoutSummary, issuedOn: Day, sha256: string | null) => ({
  document: payout.id,
  kind: "statement",
  number: payout.number,
  issued_on: issuedOn,
  state: payout.state as string,
  affiliate: payout.affiliateId,
  name: payout.affiliate,
  ...amountsOf(payout),
  cancels: null as string | null,
  pdf_sha256: sha256,
  xml_sha256: null as string | null,
});

const documentRow = (one: DocumentSummary): ReturnType<typeof statementRow> => ({
  document: one.id,
  kind: one.kind,
  number: one.number,
  issued_on: one.issuedOn,
  state: one.state,
  affiliate: one.affiliateId,
  name: one.affiliate,
  ...amountsOf(one),
  cancels: one.cancels?.number ?? null,
  pdf_sha256: one.files.pdf?.sha256 ?? null,
  xml_sha256: one.files.xml?.sha256 ?? null,
});

interface Wanted {
  orgId: string;
  document: string;
  format: DocumentFormat;
  out: string | undefined;
  json: boolean;
}

async function write(database: Database, { orgId, document, format, out, json }: Wanted): Promise<void> {
  const inScope: InScope = (use) => operatorReading(database, orgId, use);
  const pieces = await piecesOf(inScope, { database, orgId, document, format });
  if (out === undefined) {
    for await (const piece of pieces) process.stdout.write(piece);
    return;
  }
  const bytes = await toFile(pieces, out);
  if (json) console.log(JSON.stringify({ document, format, file: out, bytes }));
}

/** Returns the bytes of a credit note or cancellation, whose reading is recorded, or else of a payout's statement. */
async function piecesOf(
  inScope: InScope,
  { database, orgId, document, format }: Pick<Wanted, "orgId" | "document" | "format"> & { database: Database },
): Promise<AsyncIterable<Buffer>> {
  if (await inScope((scope) => readDocument(scope, document))) {
    const load = (scope: Scope) => requireDocumentFile(scope, document, format);
    const { bytes } = await operatorScope(database, orgId, load, "looking");
    return (async function* () {
      yield Buffer.from(bytes);
    })();
  }
  const payout = await inScope((scope) => readPayout(scope, document));
  if (!payout) throw new UsageError(`the organization has no document with the id "${document}"`);
  if (format !== "pdf") throw new UsageError("a statement is a PDF only");
  const { fileId } = payout;
  const file = fileId === null ? null : await inScope((scope) => readFile(scope, fileId));
  if (!file) throw new DomainError("document_pending");
  const { bucket } = openFiles(env());
  return fileBytes(inScope, file, bucket && { orgId, get: bucket.get });
}
