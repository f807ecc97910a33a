import { readCursor, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readProblems, type RowProblem } from "./import.schema";
import type { RowOutcome } from "./import-run";
import { valuesOf } from "./read-row";
import type { Import } from "./read-import.server";

export interface ImportRowView {
  id: string;
  line: number;
  /** Text of each field in the file. */
  values: Record<string, string | undefined>;
  outcome: RowOutcome | null;
  problems: RowProblem[];
  /** The created lead or affiliate, or the commission of a customer's payment. */
  recordId: string | null;
}

/** The cursor is the row's number; the id that a cursor also contains is not needed. */
const numberKey = (key: string) => /^\d{1,6}$/.test(key);
const NO_ID = "00000000-0000-4000-8000-000000000000";

export interface RowsWanted extends PageRequest {
  /** Only rows with this outcome. */
  outcome?: RowOutcome | null;
  /** Excludes rows with only this problem. */
  except?: RowProblem;
  size?: number;
}

/**
 * Returns a page of an import's rows in the order of the file.
 * Throws `forbidden`.
 */
export async function listImportRows(
  scope: Scope,
  run: Import,
  { outcome = null, except, size, ...request }: RowsWanted,
): Promise<Page<ImportRowView>> {
  requireStaff(scope);
  const cursor = readCursor(request, "asc", numberKey, size);
  const rows = await scope.db.importRow.findMany({
    where: {
      importId: run.id,
      ...(outcome && { outcome }),
      ...(except && { NOT: { problems: { equals: [except] } } }),
      ...(cursor.from && { number: { [cursor.comparison]: Number(cursor.from.key) } }),
    },
    orderBy: { number: cursor.direction },
    take: cursor.take,
  });
  const page = cursor.page(
    rows.map((row) => ({ ...row, id: NO_ID })),
    (row) => String(row.number),
  );
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: String(row.number),
      line: row.line,
      recordId: row.recordId,
      values: valuesOf(run, row.cells),
      outcome: row.outcome as RowOutcome | null,
      problems: readProblems(row.problems),
    })),
  };
}

/** Data of created rows that is not imported, with the number of rows. */
export interface Remark extends RowProblem {
  rows: number;
}

const MAX_REMARKS = 20;

/**
 * Lists the remarks on the rows that are or will be created, most frequent first.
 * Throws `forbidden`.
 */
export async function listRemarks(scope: Scope, run: Import): Promise<Remark[]> {
  requireStaff(scope);
  return scope.db.$queryRaw<Remark[]>`
    select remark ->> 'field' as field, remark ->> 'reason' as reason, count(*)::int as rows
    from import_row, jsonb_array_elements(problems) remark
    where org_id = ${scope.orgId}::uuid and import_id = ${run.id}::uuid
      and outcome in ('ready', 'created') and jsonb_typeof(problems) = 'array' and remark ->> 'field' is not null
    group by 1, 2 order by 3 desc, 1, 2 limit ${MAX_REMARKS}`;
}

const SAMPLES = 3;

/**
 * Returns the cells of the first rows.
 * Throws `forbidden`.
 */
export async function firstRows(scope: Scope, run: Pick<Import, "id">): Promise<string[][]> {
  requireStaff(scope);
  const rows = await scope.db.importRow.findMany({
    where: { importId: run.id },
    orderBy: { number: "asc" },
    take: SAMPLES,
    select: { cells: true },
  });
  return rows.map(({ cells }) => cells);
}
