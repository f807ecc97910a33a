import { chooseColumns } from "~/domain/imports/change-import.server";
import type { ImportKind } from "~/domain/imports/import-run";
import { readImport } from "~/domain/imports/read-import.server";
import { stepImport } from "~/domain/imports/step-import.server";
import type { Scope } from "~/domain/shared/scope";
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
