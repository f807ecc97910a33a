import { randomUUID } from "node:crypto";
import { insertRows } from "../shared/insert-rows.server";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { Encoding } from "./encodings";
import type { RowProblem } from "./import.schema";
import type { Columns, ImportKind, RowOutcome } from "./import-run";

/** A row of the file, read but not looked at. */
export interface FileRow {
  /** From 1, in the order of the file. */
  number: number;
  /** The line of the file that it begins in. */
  line: number;
  cells: string[];
}

export interface NewImport {
  kind: ImportKind;
  fileName: string;
  encoding: Encoding;
  /** As they stand in the file. */
  header: string[];
  /** As guessed; the form can change them. */
  columns: Columns;
}

/**
 * Begins an import, whose rows follow; nobody is shown it before {@link endStaging}. Returns its id. Throws
 * `forbidden`.
 */
export async function beginImport(
  scope: Scope,
  { kind, fileName, encoding, header, columns }: NewImport,
): Promise<string> {
  requireStaff(scope);
  const id = randomUUID();
  await scope.db.importRun.createMany({
    data: [
      {
        id,
        kind,
        fileName,
        encoding,
        header,
        columns,
        createdBy: actingUser(scope),
        createdAt: scope.now,
      },
    ],
  });
  return id;
}

/** Keeps rows of the file. */
export async function stageRows(scope: Scope, importId: string, rows: readonly FileRow[]): Promise<void> {
  requireStaff(scope);
  await insertRows<FileRow>(
    scope,
    "import_row",
    {
      org_id: { type: "uuid", all: scope.orgId },
      import_id: { type: "uuid", all: importId },
      number: { type: "int", of: ({ number }) => number },
      line: { type: "int", of: ({ line }) => line },
      cells: { type: "text[]", of: ({ cells }) => cells },
    },
    rows,
  );
}

/** Ends it: now the columns can be chosen. */
export async function endStaging(scope: Scope, importId: string, rows: number): Promise<void> {
  requireStaff(scope);
  await scope.db.importRun.updateMany({
    where: { id: importId },
    data: { status: "columns", rowCount: rows },
  });
}

/** Takes away an import of which nothing was begun to be created. */
export async function dropImport(scope: Scope, importId: string): Promise<void> {
  requireStaff(scope);
  await scope.db.importRun.deleteMany({
    where: { id: importId, status: { in: ["reading", "columns", "checking", "checked"] } },
  });
}

/** What became of a row. */
export interface RowResult {
  number: number;
  outcome: RowOutcome;
  problems: RowProblem[];
  email: string | null;
  recordId: string | null;
}

/** Keeps what became of rows. */
export async function keepResults(scope: Scope, importId: string, rows: readonly RowResult[]): Promise<void> {
  await scope.db.$executeRaw`
    update import_row kept
    set outcome = row.outcome, problems = row.problems, email = row.email, record_id = row."recordId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      row (number int, outcome text, problems jsonb, email text, "recordId" uuid)
    where kept.org_id = ${scope.orgId}::uuid and kept.import_id = ${importId}::uuid and kept.number = row.number`;
}
