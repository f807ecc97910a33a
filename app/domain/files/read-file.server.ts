import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope, InScope } from "../shared/scope";
import type { FileKind, FileType, StoredFile } from "./file";

/** Where the bytes of some files are, outside of the database. */
export interface Bucket {
  /** Stores the bytes of a file, or replaces them. */
  put(orgId: string, fileId: string, bytes: Uint8Array): Promise<void>;
  /** Yields the bytes of a file. Throws if the bucket does not have it. */
  get(orgId: string, fileId: string): AsyncIterable<Uint8Array>;
  /** Deletes the bytes of a file, if there are any. */
  remove(orgId: string, fileId: string): Promise<void>;
  /** Returns the ids of an organization's files and when each was stored. */
  list(orgId: string): Promise<{ id: string; at: Date }[]>;
}

/** Reads a complete file without its bytes; null if not found. Throws `forbidden`. */
export async function readFile(scope: Scope, id: string): Promise<StoredFile | null> {
  requireStaff(scope);
  const found = await scope.db.file.findFirst({ where: { id, state: "stored" } });
  return found && storedFile(found);
}

/** Reads these files without their bytes, by id; incomplete and unknown ones are missing. Throws `forbidden`. */
export async function readFiles(scope: Scope, ids: readonly string[]): Promise<Map<string, StoredFile>> {
  requireStaff(scope);
  const rows = await scope.db.file.findMany({ where: { id: { in: [...ids] }, state: "stored" } });
  return new Map(rows.map((row) => [row.id, storedFile(row)]));
}

type FileRow = Omit<StoredFile, "kind" | "type" | "sha256" | "place"> &
  Record<"kind" | "type" | "place", string> & { sha256: string | null };

const storedFile = ({ id, kind, name, type, size, sha256, place, createdAt }: FileRow): StoredFile => ({
  id,
  kind: kind as FileKind,
  name,
  type: type as FileType,
  size,
  sha256: sha256!,
  place: place as StoredFile["place"],
  createdAt,
});

/** Returns all complete files, the oldest first. Throws `forbidden`. */
export async function listFiles(scope: Scope): Promise<StoredFile[]> {
  requireStaff(scope);
  const rows = await scope.db.file.findMany({
    where: { state: "stored" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(storedFile);
}

/**
 * Yields the bytes of a file. Each piece is read in its own transaction when it is needed, so a slow reader holds none.
 * A file that moves into the bucket meanwhile is read on from there. Throws if bytes are missing.
 */
export async function* fileBytes(
  inScope: InScope,
  { id, size, place }: Pick<StoredFile, "id" | "size" | "place">,
  bucket: (Pick<Bucket, "get"> & { orgId: string }) | null,
): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let number = 0; place === "database" && sent < size; number++) {
    const piece = await inScope((scope) => readPiece(scope, id, number));
    if (!piece) break;
    sent += piece.length;
    yield piece;
  }
  if (place === "bucket" && !bucket) throw new Error("FILES_URL is missing: the bytes of a file are in a bucket");
  if (sent < size && bucket) {
    let known = sent;
    for await (const chunk of bucket.get(bucket.orgId, id)) {
      const part = Buffer.from(chunk).subarray(known);
      known = Math.max(0, known - chunk.length);
      if (part.length === 0) continue;
      sent += part.length;
      yield part;
    }
  }
  if (sent !== size) throw new Error(`the bytes of file ${id} are not complete`);
}

/** Reads one piece of a file's bytes. */
export async function readPiece(scope: Scope, fileId: string, number: number): Promise<Buffer | null> {
  requireStaff(scope);
  const [row] = await scope.db.$queryRaw<{ bytes: Buffer }[]>`
    select bytes from file_piece
    where org_id = ${scope.orgId}::uuid and file_id = ${fileId}::uuid and number = ${number}::int`;
  return row?.bytes ?? null;
}

/**
 * Returns which of these files can be receipts, and keeps them until the transaction ends. They are locked in id order.
 */
export async function lockReceiptFiles(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  requireStaff(scope);
  if (ids.length === 0) return new Set();
  const found = await scope.db.$queryRaw<{ id: string }[]>`
    select id from file where org_id = ${scope.orgId}::uuid and id = any(${[...new Set(ids)]}::uuid[])
      and kind = 'receipt' and state = 'stored' order by id for key share`;
  return new Set(found.map(({ id }) => id));
}

/** Checks that a file can be the receipt of a payment, and keeps it until the transaction ends. Throws `not_found`. */
export async function requireReceiptFile(scope: Scope, id: string): Promise<void> {
  requireStaff(scope);
  const found = await scope.db.$queryRaw<object[]>`
    select 1 from file where org_id = ${scope.orgId}::uuid and id = ${id}::uuid and kind = 'receipt'
      and state = 'stored' for key share`;
  if (found.length === 0) throw new DomainError("file_not_found", {}, "receipt_file");
}
