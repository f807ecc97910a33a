import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { visible } from "../shared/visible";
import type { Columns, ImportKind, ImportStatus, RowOutcome } from "./import-run";
import { readColumns } from "./import.schema";

export interface Import {
  id: string;
  kind: ImportKind;
  status: ImportStatus;
  fileName: string;
  /** Encoding of the file; null for files from before this was stored. */
  encoding: string | null;
  header: string[];
  columns: Columns;
  rows: number;
  /** Number of the last row that the current step has processed. */
  position: number;
  keepsDuplicates: boolean;
  invites: boolean;
  language: string | null;
  /** The user who uploaded the file, later the one who started the import; null for an operator. */
  createdBy: string | null;
}

/** Titles are stored as they are in the file, so that they can be decoded again. */
const shownTitle = (title: string) => visible(title).trim();

interface Stored extends Omit<Import, "columns"> {
  columns: unknown;
}

/**
 * Locks an import until the transaction ends and reads it, so that steps, start and end run one after the other.
 * Throws `not_found`, `forbidden`.
 */
export async function lockImport(scope: Scope, id: string): Promise<Import> {
  requireStaff(scope);
  const [row] = await scope.db.$queryRaw<Stored[]>`
    select id, kind, status, file_name as "fileName", encoding, header, columns, row_count as rows, position,
           keeps_duplicates as "keepsDuplicates", invites, language, created_by as "createdBy"
    from import_run where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for update`;
  if (!row) throw new DomainError("not_found");
  return { ...row, header: row.header.map(shownTitle), columns: readColumns(row.columns) };
}

/**
 * Reads an import; null if there is none of this kind. `id` may be any value.
 * Throws `forbidden`.
 */
export async function readImport(scope: Scope, kind: string | undefined, id: unknown): Promise<Import | null> {
  requireStaff(scope);
  const { data: importId } = recordId.safeParse(id);
  if (!importId) return null;
  const row = await scope.db.importRun.findFirst({ where: { id: importId, status: { not: "reading" } } });
  if (!row || row.kind !== kind) return null;
  const { fileName, encoding, header, position, keepsDuplicates, invites, language, createdBy, rowCount } = row;
  return {
    id: importId,
    kind: row.kind as ImportKind,
    status: row.status as ImportStatus,
    fileName,
    encoding,
    position,
    keepsDuplicates,
    invites,
    language,
    createdBy,
    rows: rowCount,
    header: header.map(shownTitle),
    columns: readColumns(row.columns),
  };
}

export type OutcomeCounts = Record<RowOutcome, number>;

/** Counts the rows of an import by outcome. */
export async function countOutcomes(scope: Scope, importId: string): Promise<OutcomeCounts> {
  requireStaff(scope);
  const groups = await scope.db.importRow.groupBy({ by: ["outcome"], where: { importId }, _count: true });
  const counts: OutcomeCounts = { ready: 0, created: 0, wrong: 0, duplicate: 0, undone: 0 };
  for (const { outcome, _count: count } of groups) if (outcome) counts[outcome as RowOutcome] = count;
  return counts;
}

export interface ImportSummary {
  id: string;
  status: ImportStatus;
  fileName: string;
  rows: number;
  /** ISO time. */
  at: string;
}

const MAX_LISTED = 10;

/**
 * Lists the latest imports of a kind whose rows are still stored, latest first.
 * Throws `forbidden`.
 */
export async function latestImports(scope: Scope, kind: ImportKind): Promise<ImportSummary[]> {
  requireStaff(scope);
  const rows = await scope.db.importRun.findMany({
    where: { kind, status: { not: "reading" } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
  return rows.map(({ id, status, fileName, rowCount, createdAt }) => ({
    id,
    status: status as ImportStatus,
    fileName,
    rows: rowCount,
    at: createdAt.toISOString(),
  }));
}
