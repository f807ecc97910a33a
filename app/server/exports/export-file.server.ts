import type { TFunction } from "i18next";
import { recordAudit } from "~/domain/audit/record-audit.server";
import type { OwnEntity } from "~/domain/fields/own-field";
import { parseOwnFilter } from "~/domain/fields/own-filter";
import type { CsvColumn, CsvFormatName } from "~/domain/shared/csv";
import { cut } from "~/domain/shared/damaged";
import type { InScope, Scope } from "~/domain/shared/scope";
import type texts from "~/i18n/en/exports.json";
import type { ExportName } from "~/paths/export-names";
import type { Title } from "./columns.server";
import { csvPage, csvPieces, type EachRow } from "./csv-pieces.server";

/** Reads a page of the requested rows, each page in a separate scope. */
export type ReadPage<Row> = (scope: Scope, cursor: string | null) => EachRow<Row>;

/**
 * The allowed values of a URL parameter: a fixed set, a day, a text, or a record id. `id_or_none` also allows none.
 */
export type Allowed = readonly string[] | "day" | "text" | "id" | "id_or_none";

/** A parameter that filters a list. The audit log shows its label; old entries also have "payment". */
export type ExportFilter = Exclude<keyof typeof texts.filters, "payment" | "own">;

/** A list that can be exported: its filters, its columns and how to read it. */
export interface ExportList<Row> {
  /** The URL parameters that the list reads. */
  narrowedBy: Readonly<Partial<Record<ExportFilter, Allowed>>>;
  /** The records whose own fields filter the list too, by `own_<key>` (fields/own-filter.ts). */
  own?: OwnEntity;
  columns: (t: TFunction) => CsvColumn<Row, Title>[];
  /** Returns the columns of the organization's own fields, which follow the others, with their titles. */
  ownColumns?: (scope: Scope, t: TFunction) => Promise<OwnColumn<Row>[]>;
  /**
   * Parses the URL once, with the code of the list's page. `locale` tells how the user writes the numbers in it.
   * Throws `forbidden`, `search_too_wide`.
   */
  open: (scope: Scope, params: URLSearchParams, locale: string | undefined) => Promise<ReadPage<Row>>;
}

/** A column whose title is the label of an own field. */
export type OwnColumn<Row> = CsvColumn<Row> & { title: string };

/** Opens the scopes of an export. */
export interface EnterScopes {
  /** Called once, at the start. */
  first: InScope;
  /** Called for each further page. Opens a read-only scope with the user's current rights. */
  page: InScope;
}

export interface AskedFile {
  name: ExportName;
  /** The parameters of the list's URL. */
  params: URLSearchParams;
  /** How the user writes numbers in filters by own fields. */
  locale?: string;
  format: CsvFormatName;
  /** Translates into the language of the file. */
  t: TFunction;
}

/**
 * Starts the CSV export of a list and records it in the audit log. Each page is read in a separate transaction, so that
 * a slow reader keeps none open. A row whose position changes during the export may therefore be missing or appear
 * twice.
 * Throws `forbidden`, `search_too_wide`.
 */
export async function startExport<Row>(
  { columns, own, ownColumns, narrowedBy, open }: ExportList<Row>,
  enter: EnterScopes,
  { name, params, locale, format, t }: AskedFile,
): Promise<AsyncGenerator<Buffer>> {
  const ownNames = own ? Object.keys(parseOwnFilter(params)) : [];
  const { read, first, made } = await enter.first(async (scope) => {
    const read = await open(scope, params, locale);
    const titled = columns(t).map((column) => ({ ...column, title: t(`columns:${column.name}`) }));
    const made: OwnColumn<Row>[] = [...titled, ...((await ownColumns?.(scope, t)) ?? [])];
    await recordAudit(scope, {
      action: "list.export",
      entity: "organization",
      entityId: scope.orgId,
      data: { list: name, filter: filterOf(params, [...Object.keys(narrowedBy), ...ownNames]), format },
    });
    const first = csvPage(made, format, read(scope, null));
    await first.made;
    return { read, first, made };
  });
  return csvPieces({
    columns: made,
    titles: made.map(({ title }) => title),
    format,
    first,
    read: (cursor) => (to) => enter.page((scope) => read(scope, cursor)(to)),
  });
}

/** Returns the URL parameters that the list reads, for the audit log. */
function filterOf(params: URLSearchParams, names: readonly string[]): string {
  const kept = names.flatMap((name) => {
    const value = cut(params.get(name)?.trim() ?? "", MAX_VALUE_LENGTH);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
}

/** Maximum length of a search. */
const MAX_VALUE_LENGTH = 200;
