import { randomUUID } from "node:crypto";
import { insertRows } from "../shared/insert-rows.server";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { Encoding } from "./encodings";
import type { RowProblem } from "./import.schema";
import type { Columns, ImportKind, RowOutcome } from "./import-run";

/** A row of the file before its check. */
export interface FileRow {
  /** From 1, in the order of the file. */
  number: number;
  /** The line of the file where the row starts. */
  line: number;
  cells: string[];
}

export interface NewImport {
  kind: ImportKind;
  fileName: string;
  encoding: Encoding;
  /** Titles as they are in the file. */
  header: string[];
  /** Guessed columns; the form can change them. */
  columns: Columns;
}

/**
 * Starts an import and returns its id. Its rows follow, and it stays hidden until {@link endStaging}.
 * Throws `forbidden`.
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

/** Stores rows of the file. */
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

/** Ends the upload, so that the columns can be assigned. */
export async function endStaging(scope: Scope, importId: string, rows: number): Promise<void> {
  requireStaff(scope);
  await scope.db.importRun.updateMany({
    where: { id: importId },
    data: { status: "columns", rowCount: rows },
  });
}

/** Deletes an import that has not started to create records. */
export async function dropImport(scope: Scope, importId: string): Promise<void> {
  requireStaff(scope);
  await scope.db.importRun.deleteMany({
    where: { id: importId, status: { in: ["reading", "columns", "checking", "checked"] } },
  });
}

/** Result of a row. */
export interface RowResult {
  number: number;
  outcome: RowOutcome;
  problems: RowProblem[];
  email: string | null;
  recordId: string | null;
}

/** Stores the results of rows. */
export async function storeResults(scope: Scope, importId: string, rows: readonly RowResult[]): Promise<void> {
  await scope.db.$executeRaw`
    update import_row kept
    set outcome = row.outcome, problems = row.problems, email = row.email, record_id = row."recordId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      row (number int, outcome text, problems jsonb, email text, "recordId" uuid)
    where kept.org_id = ${scope.orgId}::uuid and kept.import_id = ${importId}::uuid and kept.number = row.number`;
}
