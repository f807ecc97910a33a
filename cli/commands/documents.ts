import type { Command } from "commander";
import type pg from "pg";
import type { Statement } from "~/domain/payouts/statement";
import { createBankVault, type BankVault } from "~/platform/bank-vault.server";
import { listKeptDocuments, readKeptDocument, type KeptDocument } from "~/platform/db/kept-documents.server";
import { bankKeys } from "~/platform/env.server";
import { zipPieces, type ArchiveFile, type FileFacts } from "~/server/exports/archive-zip.server";
import { SAMPLE_ID, withExamples } from "../examples";
import { withBytesShown } from "../progress";
import { printResult, printRows, UsageError, withJson, withRuntime } from "../run-command";
import { withOwner } from "../runtime";
import { requirePlace, toFile } from "../whole-file";

type Options = { org?: string; out?: string; json?: boolean };

/** Adds the command `documents` with its subcommand. */
export function addDocumentsCommands(program: Command): void {
  const documents = program.command("documents").description("issued documents that remain of deleted organizations");
  withExamples(
    withJson(documents.command("kept"))
      .description("list the documents kept by law, or write those of an organization with their SHA-256 into a ZIP")
      .option("--org <id>", "only this deleted organization")
      .option("--out <file>", "write the documents to this ZIP; they contain whole account numbers")
      .action(kept),
    "documents kept",
    `documents kept --org ${SAMPLE_ID} --out kept.zip`,
  );
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function kept({ org, out, json = false }: Options): Promise<void> {
  if (org !== undefined && !UUID.test(org)) throw new UsageError(`"${org}" is not the id of an organization`);
  if (out !== undefined) {
    if (org === undefined) throw new UsageError("--out needs --org: one file has the documents of one organization");
    requirePlace(out);
  }
  return withRuntime((runtime) =>
    withOwner(runtime, async (owner) => {
      const found = await listKeptDocuments(owner, org ?? null);
      if (out === undefined) return printRows(found.map(rowOf), { json });
      if (found.length === 0) throw new UsageError(`no documents are kept of an organization with the id "${org}"`);
      const vault = createBankVault(bankKeys(runtime.env, runtime.secret));
      const files = found.flatMap((document) => filesOf(owner, document, vault));
      const sums = { name: "SHA256SUMS", of: sumsOf };
      const bytes = await toFile(withBytesShown(zipPieces(files, sums, new Date())), out);
      printResult({ file: out, documents: found.length, bytes }, `${found.length} documents were written to ${out}`, {
        json,
      });
    }),
  );
}

const rowOf = (document: KeptDocument) => ({
  org_id: document.orgId,
  kind: document.kind,
  number: document.number,
  issued_on: document.issuedOn,
  kept_until: document.keptUntil,
  pdf_sha256: document.pdfSha256,
  xml_sha256: document.xmlSha256,
});

/** Returns the list that `sha256sum --check` reads. */
const sumsOf = (files: FileFacts[]) => files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");

/** Returns the files of a document: its content, and the issued bytes. A statement is printed again. */
function filesOf(owner: pg.Pool, document: KeptDocument, vault: BankVault): ArchiveFile[] {
  const read = () => readKeptDocument(owner, document, vault);
  const file = (
    ending: string,
    chunksOf: () => Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array>>,
  ): ArchiveFile => ({
    name: `${document.kind === "statement" ? "statements" : "documents"}/${document.number}.${ending}`,
    async *pieces(wrote) {
      wrote(1);
      for await (const chunk of await chunksOf()) yield Buffer.from(chunk);
    },
  });
  const files = [
    file("json", async () => {
      const { content, objections } = await read();
      return [Buffer.from(`${JSON.stringify({ content, objections }, null, 2)}\n`)];
    }),
  ];
  if (document.kind === "statement") files.push(file("pdf", async () => printed((await read()).content as Statement)));
  if (document.pdfSha256 !== null) files.push(file("pdf", async () => [(await read()).pdf!]));
  if (document.xmlSha256 !== null) files.push(file("xml", async () => [(await read()).xml!]));
  return files;
}

/** Makes the PDF of a statement from its content. */
async function printed(statement: Statement): Promise<AsyncIterable<Uint8Array>> {
  // Loaded when it is needed: the fonts and their library take some 50 MB.
  const { composeStatement } = await import("~/platform/documents/compose-statement.server");
  const { renderPdf } = await import("~/platform/documents/pdf.server");
  return renderPdf(await composeStatement(statement));
}
