import type { LoaderFunctionArgs } from "@remix-run/node";
import type { TFunction } from "i18next";
import { listImportRows, type ImportRowView } from "~/domain/imports/list-import-rows.server";
import { outcomeText, type ImportKind } from "~/domain/imports/import-run";
import { readImport } from "~/domain/imports/read-import.server";
import type { CsvColumn, CsvFormatName } from "~/domain/shared/csv";
import type { Scope } from "~/domain/shared/scope";
import { errorText } from "~/i18n/error-text";
import { translator } from "../request-language.server";
import { csvOfPages, ROWS_AT_ONCE } from "../exports/csv-pieces.server";
import { csvAnswer, formatOf } from "../exports/csv-answer.server";
import { count, text } from "../exports/columns.server";
import { staffReading, staffScope } from "../open-scope.server";

/** Streams the report of an import page by page. Responds with 404 for an import of another organization. */
export async function answerReport(args: LoaderFunctionArgs): Promise<Response> {
  const { params, request } = args;
  const t = await translator(request);
  const start = await staffScope(args, async (scope) => {
    const run = await readImport(scope, params["kind"], params["importId"]);
    if (!run) throw new Response(null, { status: 404, statusText: "Not Found" });
    const read = (later: Scope, cursor: string | null) => listImportRows(later, run, { cursor, size: ROWS_AT_ONCE });
    return { orgId: scope.orgId, kind: run.kind, read, first: await read(scope, null) };
  });
  const format = formatOf(new URL(request.url).searchParams);
  const pieces = reportPieces(t, { kind: start.kind, format }, start.first, (cursor) =>
    staffReading(args, start.orgId, (scope) => start.read(scope, cursor)),
  );
  return csvAnswer("import.csv", pieces);
}

/**
 * Yields line, result, and the id of the created record or the reason why there is none. A person is named by the email
 * address, a customer's payment by company and deal.
 */
export function reportPieces(
  t: TFunction,
  { kind, format }: { kind: ImportKind; format: CsvFormatName },
  first: Awaited<ReturnType<typeof listImportRows>>,
  read: (cursor: string) => ReturnType<typeof listImportRows>,
): AsyncGenerator<Buffer> {
  const columns: CsvColumn<ImportRowView>[] = [
    count("line", ({ line }) => line),
    text("result", ({ outcome }) => t(outcomeText(kind, outcome === null || outcome === "ready" ? "left" : outcome))),
    text("why", (row) => reasonsOf(t, row) || null),
    ...reportedBy[kind].map((name) => text(name, ({ values }: ImportRowView) => values[name] ?? null)),
    text("id", ({ recordId }) => recordId),
  ];
  return csvOfPages({
    columns,
    titles: columns.map(({ name }) => t([`imports:report.columns.${name}`, `imports:fields.${name}`])),
    format,
    first,
    read,
  });
}

const reportedBy = {
  leads: ["email"],
  affiliates: ["email"],
  "customer-payments": ["company_name", "deal", "invoice_number"],
} as const satisfies Record<ImportKind, readonly string[]>;

/** Returns the problems of a row as one text. */
export const reasonsOf = (t: TFunction, { problems }: Pick<ImportRowView, "problems">): string =>
  problems
    .map(({ field, label, reason }) => {
      const sentence = errorText(t, `errors:${reason}`);
      if (!field) return sentence;
      return t("common:labelled", { label: label ?? t(`imports:fields.${field}`), value: sentence });
    })
    .join("; ");
