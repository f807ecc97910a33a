import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { lockIn } from "./change-import.server";
import { translation, type ByteEncoding } from "./encodings";
import type { Columns } from "./import-run";

export interface EncodingChange {
  from: ByteEncoding;
  to: ByteEncoding;
  /** As guessed from the titles in the new encoding. */
  columns: Columns;
}

/**
 * Returns the encoding of an import and the titles as they are in the file.
 * Throws `not_found`, `import_state`, `forbidden`.
 */
export async function readRaw(scope: Scope, id: string) {
  const { encoding } = await lockIn(scope, id, ["columns", "checked"]);
  const { header } = await scope.db.importRun.findFirstOrThrow({ where: { id }, select: { header: true } });
  return { encoding, header };
}

/**
 * Decodes the staged text of a file again, with another single-byte encoding. Checked rows must be checked again.
 * Throws `not_found`, `import_state` (it is being checked, has started, or its encoding was changed concurrently),
 * `forbidden`.
 */
export async function changeEncoding(scope: Scope, id: string, change: EncodingChange): Promise<void> {
  const run = await lockIn(scope, id, ["columns", "checked"]);
  if (run.encoding !== change.from) throw new DomainError("import_state");
  const signs = translation(change.from, change.to);
  const translated = (column: string) =>
    `(select coalesce(array_agg(translate(text, $3, $4) order by number), '{}') from unnest(${column}) with ordinality cell (text, number))`;
  const values = [scope.orgId, id, signs.from, signs.to];
  await scope.db.$executeRawUnsafe(
    `update import_row set cells = ${translated("cells")}, outcome = null, problems = null, email = null
     where org_id = $1::uuid and import_id = $2::uuid`,
    ...values,
  );
  await scope.db.$executeRawUnsafe(
    `update import_run set header = ${translated("header")}, encoding = $5, columns = $6::jsonb, status = 'columns',
       position = 0
     where org_id = $1::uuid and id = $2::uuid`,
    ...values,
    change.to,
    JSON.stringify(change.columns),
  );
}
