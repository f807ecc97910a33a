import type { TFunction } from "i18next";
import type { ArchivedDocument } from "~/domain/archive/list-documents.server";
import { documentFormats } from "~/domain/documents/document";
import { toDecimal } from "~/domain/shared/money";
import { documentPath } from "./archive-documents.server";

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}" +
  "th,td{border:1px solid #888;padding:.25rem .5rem;text-align:start;vertical-align:top}" +
  "td.amount{text-align:end}td:first-child,td.amount{white-space:nowrap}code{font-size:.6875rem;overflow-wrap:anywhere}";

/** Returns a page that lists the documents of an archive and opens without the program, in the language of `t`. */
export function archiveIndex(t: TFunction, name: string, documents: readonly ArchivedDocument[]): string {
  const title = escaped(t("readme:index.title", { name }));
  const heads = (["number", "kind", "day", "affiliate", "amount", "files"] as const).map(
    (one) => `<th scope="col">${escaped(t(`readme:index.columns.${one}`))}</th>`,
  );
  return [
    `<!doctype html>`,
    `<html lang="${escaped(t("readme:index.language"))}">`,
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`,
    `<style>${STYLE}</style></head>`,
    `<body><main><h1>${title}</h1>`,
    `<p>${escaped(t("readme:index.law"))}</p>`,
    `<p>${escaped(t("readme:accounts"))}</p>`,
    ...(documents.length === 0
      ? [`<p>${escaped(t("readme:index.none"))}</p>`]
      : [
          `<table><thead><tr>${heads.join("")}</tr></thead>`,
          "<tbody>",
          ...documents.map(rowOf(t)),
          "</tbody></table>",
        ]),
    "</main></body></html>",
    "",
  ].join("\n");
}

const rowOf = (t: TFunction) => (document: ArchivedDocument) => {
  const { kind, number, issuedOn, affiliate, gross, currency } = document;
  const files = documentFormats.flatMap((format) => {
    const sha256 = format === "pdf" ? document.pdfSha256 : document.xmlSha256;
    if (sha256 === null) return [];
    const path = escaped(documentPath(document, format));
    return [`<a href="${path}">${path}</a><br><code>${sha256}</code>`];
  });
  const cells = [escaped(number), escaped(t(`readme:index.kinds.${kind}`)), issuedOn, escaped(affiliate)].map(
    (text) => `<td>${text}</td>`,
  );
  const amount = `<td class="amount">${toDecimal(gross, currency)} ${currency}</td>`;
  const none = files.length > 0 ? files.join("<br>") : escaped(t("readme:index.no_file"));
  return `<tr>${cells.join("")}${amount}<td>${none}</td></tr>`;
};
