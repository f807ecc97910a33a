import { changeEncoding, readRaw } from "~/domain/imports/change-encoding.server";
import { isByteEncoding, recoded, type ByteEncoding } from "~/domain/imports/encodings";
import type { ImportKind } from "~/domain/imports/import-run";
import { firstRows } from "~/domain/imports/list-import-rows.server";
import { DomainError } from "~/domain/shared/errors";
import type { InScope } from "~/domain/shared/scope";
import { readOwnFields } from "~/domain/fields/read-own-fields.server";
import { guessColumns } from "./guess-columns.server";

/**
 * Reads a wrongly decoded file again in another encoding and guesses its columns again. Throws `not_found`,
 * `import_state` (also for a file in UTF-8 or UTF-16, which has only one reading), `forbidden`.
 */
export async function readAgain(
  inScope: InScope,
  { kind, id, to }: { kind: ImportKind; id: string; to: ByteEncoding },
): Promise<void> {
  const {
    encoding: from,
    header,
    sample,
    own,
  } = await inScope(async (scope) => ({
    ...(await readRaw(scope, id)),
    sample: await firstRows(scope, { id }),
    own: kind === "leads" ? await readOwnFields(scope, "lead") : [],
  }));
  if (!isByteEncoding(from)) throw new DomainError("import_state");
  const read = (text: string) => recoded(text, from, to);
  const columns = await guessColumns(
    kind,
    header.map(read),
    sample.map((cells) => cells.map(read)),
    own,
  );
  await inScope((scope) => changeEncoding(scope, id, { from, to, columns }));
}
