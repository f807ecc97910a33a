import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { lockOrganization } from "../shared/lock-organization.server";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { MAX_FILE_BYTES, type FileKind, type FileType } from "./file";

// The steps of storing a file, each in its own short transaction; storeFile calls them.

export interface NewFile {
  kind: FileKind;
  name: string;
  type: FileType;
}

/**
 * Adds a file whose bytes follow, and reserves the space for them. It stays hidden until {@link endFile}.
 * Throws `file_quota` (params: `max` in MiB), `forbidden`.
 */
export async function beginFile(scope: Scope, { kind, name, type }: NewFile, quotaBytes: number): Promise<string> {
  requireStaff(scope);
  // Without the lock, concurrent uploads would each see the space that all of them need.
  await lockOrganization(scope);
  const [used] = await scope.db.$queryRaw<{ bytes: bigint }[]>`
    select coalesce(sum(size), 0)::bigint as bytes from file where org_id = ${scope.orgId}::uuid`;
  if (Number(used!.bytes) + MAX_FILE_BYTES > quotaBytes)
    throw new DomainError("file_quota", { max: Math.floor(quotaBytes / 1024 / 1024) });
  const id = randomUUID();
  const data = { id, kind, name, type, size: MAX_FILE_BYTES, createdBy: actingUser(scope), createdAt: scope.now };
  await scope.db.file.createMany({ data: [data] });
  return id;
}

/** Stores the next bytes of a file. */
export async function storePiece(scope: Scope, fileId: string, number: number, bytes: Uint8Array): Promise<void> {
  requireStaff(scope);
  await scope.db.$executeRaw`
    insert into file_piece (org_id, file_id, number, bytes)
    values (${scope.orgId}::uuid, ${fileId}::uuid, ${number}::int, ${Buffer.from(bytes)}::bytea)`;
}

/** Makes a file visible whose bytes are complete, and records it in the audit log. */
export async function endFile(
  scope: Scope,
  { id, name, type, size, sha256 }: { id: string; name: string; type: FileType; size: number; sha256: string },
): Promise<void> {
  requireStaff(scope);
  const { count } = await scope.db.file.updateMany({
    where: { id, state: "storing" },
    data: { size, sha256, state: "stored" },
  });
  // A sweep deletes what is not complete after a day.
  if (count === 0) throw new DomainError("not_found");
  await recordAudit(scope, { action: "file.upload", entity: "file", entityId: id, data: { name, type, size, sha256 } });
}

/** Deletes a file that is not complete. */
export async function dropFile(scope: Scope, id: string): Promise<void> {
  requireStaff(scope);
  await scope.db.file.deleteMany({ where: { id, state: "storing" } });
}
