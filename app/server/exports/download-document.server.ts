import type { LoadedDocument } from "~/domain/payouts/documents.server";
import { download } from "./download.server";

const types = { pdf: "application/pdf", xml: "application/xml; charset=utf-8" };

/** Returns a file of a document as a download response. Throws 404 for none. */
export function downloadDocument(file: LoadedDocument | null): Response {
  if (!file) throw new Response(null, { status: 404, statusText: "Not Found" });
  const pieces = (async function* () {
    yield Buffer.from(file.bytes);
  })();
  return download(file.name, types[file.format], pieces);
}
