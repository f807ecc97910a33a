import type { TFunction } from "i18next";
import { archivedTables } from "~/domain/archive/tables";
import { recordAudit } from "~/domain/audit/record-audit.server";
import { readMembers } from "~/domain/members/list-members.server";
import { csvHead, csvLines, type CsvColumn } from "~/domain/shared/csv";
import { requireOwner } from "~/domain/shared/permissions";
import { archiveReadme } from "./archive-readme";
import { listFiles, type Bucket } from "~/domain/files/read-file.server";
import { documentFiles, readArchivedDocuments, statementPaths } from "./archive-documents.server";
import { listed, storedFile, tableFile } from "./archive-files.server";
import { archiveIndex } from "./archive-index.server";
import { zipPieces, type ArchiveFile } from "./archive-zip.server";
import type { EnterScopes } from "./export-file.server";

/** Format of the manifest and folders. Increase the version when programs that read archives must change. */
const FORMAT = { format: "finderlohn-archive", version: 1 };

export interface StartedArchive {
  /** File name without a folder. */
  fileName: string;
  pieces: AsyncGenerator<Buffer>;
}

/**
 * Starts the data archive of an organization (OPS-05) and records the download in the audit log. The archive has every
 * table as CSV and JSON lines, the files, the issued documents with an index, the members, a README in the language of
 * `t`, and a manifest. It names the rows, bytes and SHA-256 of each file. Each page is read in a separate transaction
 * (docs/decisions/0041-archives-and-erasure.md).
 * Throws `forbidden`.
 */
export async function startArchive(enter: EnterScopes, t: TFunction, bucket: Bucket | null): Promise<StartedArchive> {
  const { name, orgId, begun, today, members, stored, issued } = await enter.first(async (scope) => {
    requireOwner(scope);
    await recordAudit(scope, {
      action: "organization.archive",
      entity: "organization",
      entityId: scope.orgId,
    });
    const { name } = await scope.organization();
    const { orgId, now: begun } = scope;
    return {
      name,
      orgId,
      begun,
      today: await scope.today(),
      members: await readMembers(scope),
      stored: await listFiles(scope),
      issued: await readArchivedDocuments(scope),
    };
  });
  const people: ArchiveFile[] = [
    listed("people.csv", members, (rows) => csvHead(PERSON, "plain") + csvLines(personColumns, rows, "plain")),
    listed("people.jsonl", members, (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
  ];
  const readme = archiveReadme(t, {
    of: "organization",
    name,
    begun,
    tables: archivedTables.map(({ table }) => table),
  });
  const statements = statementPaths(issued.documents, stored);
  const files: ArchiveFile[] = [
    listed("README.txt", [], () => readme),
    listed("index.html", issued.documents, (rows) => archiveIndex(t, name, rows)),
    ...people,
    // Read referencing tables first, so that rows created during the archive leave no dangling references.
    ...archivedTables
      .toReversed()
      .flatMap((table) => [
        tableFile(`data/${table.table}.csv`, table, "cells", enter.page),
        tableFile(`data/${table.table}.jsonl`, table, "object", enter.page),
      ]),
    ...documentFiles(issued, enter.page),
    ...stored.map((file) => storedFile(orgId, file, enter.page, bucket, statements.get(file.id))),
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
  name,
  kind: "text",
  of: (row) => (name === "since" ? row.since.toISOString() : row[name]),
}));
