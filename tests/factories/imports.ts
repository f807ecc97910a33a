import { chooseColumns } from "~/domain/imports/change-import.server";
import type { ImportKind } from "~/domain/imports/import-run";
import { readImport } from "~/domain/imports/read-import.server";
import { stepImport } from "~/domain/imports/step-import.server";
import type { Scope } from "~/domain/shared/scope";
import { beginImport, stageRows } from "~/domain/imports/stage-import.server";
import type { TestDatabase } from "../support/database";
import { asOwner, type Org } from "./organizations";
import { stageFile } from "~/server/imports/stage-file.server";

export type InScope = <T>(use: (scope: Scope) => Promise<T>) => Promise<T>;

/** Yields what a browser sends, in chunks of any size. */
export async function* inPieces(file: string | Buffer, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(file as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Stages and checks a file with the guessed columns. Returns the import's id. */
export async function importedFile(inScope: InScope, kind: ImportKind, file: string | Buffer): Promise<string> {
  const id = await stageFile(inScope, { kind, name: "Liste.csv", bytes: inPieces(file) });
  const run = await inScope((scope) => readImport(scope, kind, id));
  await inScope((scope) => chooseColumns(scope, id, run!.columns));
  await goThrough(inScope, id);
  return id;
}

/** Runs all steps of an import, like the job. */
export async function goThrough(inScope: InScope, id: string): Promise<void> {
  for (let at: number | null = 0; at !== null;) {
    const from: number = at;
    at = await inScope((scope) => stepImport(scope, id, from));
  }
}

/** Creates an import whose rows name the person, while its leads are created: row 1 has made a lead, row 2 waits. */
export async function importOf(
  db: TestDatabase,
  org: Org,
  leadId: string,
  { name, email }: { name: string; email: string },
): Promise<string> {
  const query = (sql: string, values: unknown[]) => db.ownerPool.query(sql, values);
  const header = ["company", "contact", "email"];
  const columns = { company_name: [0], contact_person: [1], email: [2] };
  const id = await asOwner(db.database, org, async (scope) => {
    const importId = await beginImport(scope, {
      kind: "leads",
      encoding: "utf-8",
      fileName: "x.csv",
      header,
      columns,
    });
    const row = (number: number) => ({ number, line: number + 1, cells: ["Own", name, email.toUpperCase()] });
    await stageRows(scope, importId, [row(1), row(2)]);
    return importId;
  });
  await query("update import_run set status = 'creating', position = 1 where id = $1", [id]);
  await query("update import_row set outcome = 'created', record_id = $2 where import_id = $1 and number = 1", [
    id,
    leadId,
  ]);
  await query("update import_row set outcome = 'ready', email = $2 where import_id = $1 and number = 2", [id, email]);
  return id;
}
