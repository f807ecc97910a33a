import type { LoaderFunctionArgs } from "@remix-run/node";
import { documentFormats } from "~/domain/documents/document";
import { loadDocument } from "~/domain/payouts/documents.server";
import { downloadDocument } from "~/server/exports/download-document.server";
import { affiliateScope } from "~/server/open-scope.server";

/** A file of one of the affiliate's own credit notes. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const format = documentFormats.find((one) => one === params["format"]);
  if (!format) return downloadDocument(null);
  // Also in a closed organization, until it is deleted.
  const file = await affiliateScope(
    { request, context },
    (scope) => loadDocument(scope, params["documentId"], format),
    { whileClosed: true },
  );
  return downloadDocument(file);
}
