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
  /** How its text was read; null for files that came before this was kept. */
  encoding: string | null;
  header: string[];
  columns: Columns;
  rows: number;
  /** The number of the last row that the present step has been through. */
  position: number;
  keepsDuplicates: boolean;
  invites: boolean;
  language: string | null;
  /** Who gave the file, and from the start on who began; null for an operator. */
  createdBy: string | null;
}

/** Titles are stored as they stand in the file, so that they can be read in another encoding. */
const shownTitle = (title: string) => visible(title).trim();

interface Stored extends Omit<Import, "columns"> {
  columns: unknown;
}

/**
 * Reads an import and locks it until the transaction ends: steps, the start and the end of one take turns. Throws
 * `not_found`, `forbidden`.
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

/** The import of an id; null for none of this kind. Throws `forbidden`. */
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

/** How many rows of an import have which outcome. */
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
  /** ISO moment. */
  at: string;
}

const MOST_LISTED = 10;

/** The latest imports of a kind whose rows are still there, latest first. Throws `forbidden`. */
export async function latestImports(scope: Scope, kind: ImportKind): Promise<ImportSummary[]> {
  requireStaff(scope);
  const rows = await scope.db.importRun.findMany({
    where: { kind, status: { not: "reading" } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST_LISTED,
  });
  return rows.map(({ id, status, fileName, rowCount, createdAt }) => ({
    id,
    status: status as ImportStatus,
    fileName,
    rows: rowCount,
    at: createdAt.toISOString(),
  }));
}
