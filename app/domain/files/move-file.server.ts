import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { StoredFile } from "./file";

/** Returns complete files whose bytes are still in the database, the oldest first. */
export async function filesToMove(scope: Scope, limit: number): Promise<Pick<StoredFile, "id" | "size" | "place">[]> {
  requireStaff(scope);
  return scope.db.file.findMany({
    where: { state: "stored", place: "database" },
    select: { id: true, size: true, place: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
  }) as Promise<Pick<StoredFile, "id" | "size" | "place">[]>;
}

/**
 * Records that the bytes of a file are in the bucket, and deletes them from the database. Returns false if the file is
 * gone, so that the copy in the bucket is superfluous.
 */
export async function recordMoved(scope: Scope, id: string): Promise<boolean> {
  requireStaff(scope);
  const { count } = await scope.db.file.updateMany({ where: { id, state: "stored" }, data: { place: "bucket" } });
  if (count > 0) await scope.db.filePiece.deleteMany({ where: { fileId: id } });
  return count > 0;
}

/** Returns which of these ids are files whose bytes are expected in the bucket or move there. */
export async function knownFiles(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  requireStaff(scope);
  const rows = await scope.db.$queryRaw<{ id: string }[]>`
    select id from file where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids of all files whose bytes must be in the bucket. */
export async function filesInBucket(scope: Scope): Promise<string[]> {
  requireStaff(scope);
  const rows = await scope.db.file.findMany({ where: { place: "bucket" }, select: { id: true } });
  return rows.map(({ id }) => id);
}
