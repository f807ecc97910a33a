import type { TFunction } from "i18next";
import { readTable, type RowForm } from "~/domain/archive/read-table.server";
import { archivedTables, type ArchivedTable } from "~/domain/archive/tables";
import { recordAudit } from "~/domain/audit/record-audit.server";
import { readMembers } from "~/domain/members/list-members.server";
import { csvHead, csvLines, type CsvColumn } from "~/domain/shared/csv";
import { requireOwner } from "~/domain/shared/permissions";
import { archiveReadme } from "./archive-readme";
import { zipPieces, type ArchiveFile } from "./archive-zip.server";
import { filePieces } from "./csv-pieces.server";
import type { EnterScopes } from "./export-file.server";

/** Of the manifest and the folders. It changes when a program that reads an archive would have to. */
const FORMAT = { format: "finderlohn-archive", version: 1 };

/** An archive that has begun. */
export interface StartedArchive {
  /** Without a folder. */
  fileName: string;
  pieces: AsyncGenerator<Buffer>;
}

/**
 * Begins the archive of an organisation (OPS-05) and logs who takes it: every table as CSV and as lines of JSON, those who work for
 * it, a short explanation in the language of `t`, and a manifest with the rows, bytes and SHA-256 of each file. Each page is read
 * in a transaction of its own, as in lists (docs/decisions/0041-archives-and-erasure.md). Throws `forbidden`.
 */
export async function startArchive(enter: EnterScopes, t: TFunction): Promise<StartedArchive> {
  const { name, orgId, begun, today, members } = await enter.first(async (scope) => {
    requireOwner(scope);
    await recordAudit(scope, {
      action: "organization.archive",
      entity: "organization",
      entityId: scope.orgId,
    });
    const { name } = await scope.organization();
    const { orgId, now: begun } = scope;
    return { name, orgId, begun, today: await scope.today(), members: await readMembers(scope) };
  });
  const people: ArchiveFile[] = [
    listed(
      "people.csv",
      members,
      (rows) => csvHead(PERSON, "plain") + csvLines(personColumns, rows, "plain"),
    ),
    listed("people.jsonl", members, (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
  ];
  const readme = archiveReadme(t, { name, begun, tables: archivedTables.map(({ table }) => table) });
  const files: ArchiveFile[] = [
    listed("README.txt", [], () => readme),
    ...people,
    // What refers to others comes before them: whatever a row names has not been left out because it was made later.
    ...archivedTables
      .toReversed()
      .flatMap((table) => [
        file(`data/${table.table}.csv`, table, "cells", enter),
        file(`data/${table.table}.jsonl`, table, "object", enter),
      ]),
  ];
  const manifest = {
    name: "manifest.json",
    of: (facts: object[]) =>
      `${JSON.stringify({ ...FORMAT, organization: { id: orgId, name }, begun, files: facts }, null, 2)}\n`,
  };
  return { fileName: `finderlohn-${today}.zip`, pieces: zipPieces(files, manifest, begun) };
}

const PERSON = ["id", "name", "email", "role", "since"] as const;

type Person = Awaited<ReturnType<typeof readMembers>>[number];

const personColumns = PERSON.map((name): CsvColumn<Person> => ({
  ...{ name, kind: "text" },
  of: (row) => (name === "since" ? row.since.toISOString() : row[name]),
}));

/** A short file that is in memory already. */
function listed<Row>(name: string, rows: Row[], write: (rows: Row[]) => string): ArchiveFile {
  return {
    name,
    async *pieces(wrote) {
      wrote(rows.length);
      yield Buffer.from(write(rows));
    },
  };
}

/** A table, read page by page when its turn has come. */
function file(name: string, table: ArchivedTable, form: RowForm, enter: EnterScopes): ArchiveFile {
  const read = (cursor: string | null) => enter.page((scope) => readTable(scope, table, form, cursor));
  return {
    name,
    async *pieces(wrote) {
      yield* filePieces<string>({
        head: form === "cells" ? csvHead(table.columns, "plain") : "",
        first: await read(null),
        read,
        write: (rows) => {
          wrote(rows.length);
          return form === "cells" ? cellsOf(rows, table) : `${rows.join("\n")}\n`;
        },
      });
    },
  };
}

function cellsOf(lines: readonly string[], { columns }: ArchivedTable): string {
  const cells = columns.map(
    // Negative numbers stay numbers; whatever else a spreadsheet would calculate gets its apostrophe.
    (name, at): CsvColumn<(string | null)[]> => ({ name, kind: "number", of: (row) => row[at]! }),
  );
  return csvLines(
    cells,
    lines.map((line) => JSON.parse(line) as (string | null)[]),
    "plain",
  );
}
