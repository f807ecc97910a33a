import { fileBytes } from "~/domain/files/read-file.server";
import { readDocumentPdf } from "~/domain/payouts/documents.server";
import type { DatevPdf } from "~/domain/payouts/datev-files.server";
import type { Period } from "~/domain/shared/period";
import type { Actor, InScope } from "~/domain/shared/scope";
import { database, files } from "../app-context.server";
import { zipPieces } from "./archive-zip.server";
import { download } from "./download.server";

interface DatevZip {
  orgId: string;
  now: Date;
  pdfs: readonly DatevPdf[];
  period: Period;
}

async function* documentBytes(inScope: InScope, documentId: string): AsyncGenerator<Buffer> {
  yield Buffer.from(await inScope((scope) => readDocumentPdf(scope, documentId)));
}

/** Streams the documents of a period as a ZIP without folders, because DATEV takes none (PAY-14). */
export function datevZip({ orgId, now, pdfs, period }: DatevZip): Response {
  const actor: Actor = { kind: "job", name: "datev" };
  const inScope: InScope = (use) => database().readOrg(orgId, actor, use);
  const { bucket } = files();
  const entries = pdfs.map(({ name, source }) => ({
    name,
    pieces: () =>
      "file" in source
        ? fileBytes(inScope, source.file, bucket && { orgId, get: bucket.get })
        : documentBytes(inScope, source.documentId),
  }));
  const days = `${period.from}_${period.to}`.replaceAll("-", "");
  return download(`Belege_${days}.zip`, "application/zip", zipPieces(entries, null, now));
}
