import type { TFunction } from "i18next";
import { recordAudit } from "~/domain/audit/record-audit.server";
import type { CsvColumn, CsvFormatName } from "~/domain/shared/csv";
import { cut } from "~/domain/shared/damaged";
import type { Scope } from "~/domain/shared/scope";
import type texts from "~/i18n/en/exports.json";
import type { ExportName } from "~/paths/paths";
import type { Title } from "./columns";
import { csvPage, csvPieces, type EachRow } from "./csv-pieces.server";

/** Hands on the rows of a page of what was asked for. Each page is read in a scope of its own. */
export type ReadPage<Row> = (scope: Scope, cursor: string | null) => EachRow<Row>;

/**
 * What a parameter of an address may say: one of these words, a day, a text, or the id of a record (or that there is
 * none).
 */
export type Allowed = readonly string[] | "day" | "text" | "id" | "id_or_none";

/** A parameter that narrows a list. The log names it by its text; old entries also have "payment". */
export type ExportFilter = Exclude<keyof typeof texts.filters, "payment">;

/** A list that can be exported: what can narrow it, what stands in its file, and how it is read. */
export interface ExportList<Row> {
  /** The parameters of the list's address that it reads. */
  narrowedBy: Readonly<Partial<Record<ExportFilter, Allowed>>>;
  columns: (t: TFunction) => CsvColumn<Row, Title>[];
  /** Reads what the address asks for, once, by the list's own code. Throws `forbidden`, `search_too_wide`. */
  open: (scope: Scope, params: URLSearchParams) => Promise<ReadPage<Row>>;
}

/** How the organization is entered. */
export interface EnterScopes {
  /** Once, at the beginning. */
  first: <T>(use: (scope: Scope) => Promise<T>) => Promise<T>;
  /** For each further page, for reading only, with the rights of that moment. */
  page: <T>(use: (scope: Scope) => Promise<T>) => Promise<T>;
}

export interface AskedFile {
  name: ExportName;
  /** Those of the list's address. */
  params: URLSearchParams;
  format: CsvFormatName;
  /** Of the language of the file. */
  t: TFunction;
}

/**
 * Begins the file of a list and logs who exports what. Each page is read when the one before it has been taken. A row
 * that changes its place in the order meanwhile may be missing or stand there twice; that is the price for no
 * transaction that waits for a slow reader. Throws `forbidden`, `search_too_wide`.
 */
export async function startExport<Row>(
  { columns, narrowedBy, open }: ExportList<Row>,
  enter: EnterScopes,
  { name, params, format, t }: AskedFile,
): Promise<AsyncGenerator<Buffer>> {
  const made = columns(t);
  const { read, first } = await enter.first(async (scope) => {
    const read = await open(scope, params);
    await recordAudit(scope, {
      action: "list.export",
      entity: "organization",
      entityId: scope.orgId,
      data: { list: name, filter: filterOf(params, Object.keys(narrowedBy)), format },
    });
    const first = csvPage(made, format, read(scope, null));
    await first.made;
    return { read, first };
  });
  return csvPieces({
    columns: made,
    titles: made.map((column) => t(`exports:columns.${column.name}`)),
    format,
    first,
    read: (cursor) => (to) => enter.page((scope) => read(scope, cursor)(to)),
  });
}

/** What the log keeps of the address: the parameters that the list reads. */
function filterOf(params: URLSearchParams, names: readonly string[]): string {
  const kept = names.flatMap((name) => {
    const value = cut(params.get(name)?.trim() ?? "", MAX_VALUE_LENGTH);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

/** As long as a search may be. */
const MAX_VALUE_LENGTH = 200;
