import { DAY_MS } from "../shared/dates";
import { recordAudit, recordAuditEntries } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** Days after its upload during which a file stays although nothing refers to it; documents always stay. */
export const UNUSED_DAYS = 7;
/** Days after which an upload that never ended is deleted. */
const UNFINISHED_DAYS = 1;
/** Files deleted in one transaction. */
const AT_ONCE = 500;

interface Deleted {
  id: string;
  name: string;
  size: number;
  sha256: string | null;
  place: string;
}

/**
 * Deletes a file that nothing refers to; it is recorded in the audit log. Throws `not_found`,
 * `file_in_use`, `forbidden`.
 */
export async function deleteFile(scope: Scope, id: string): Promise<void> {
  requireStaff(scope);
  const [file] = await scope.db.$queryRaw<(Deleted & { used: boolean })[]>`
    select id, name, size, sha256, place,
           exists (select from deal where org_id = ${scope.orgId}::uuid and receipt_file = ${id}::uuid)
           or exists (select from commission_payment where org_id = ${scope.orgId}::uuid and receipt_file = ${id}::uuid)
           or exists (select from payout where org_id = ${scope.orgId}::uuid and file_id = ${id}::uuid)
           or exists (select from payout_invoice where org_id = ${scope.orgId}::uuid and file_id = ${id}::uuid)
           or exists (select from lead_note where org_id = ${scope.orgId}::uuid and file_id = ${id}::uuid)
           or exists (select from lead_message where org_id = ${scope.orgId}::uuid and file_id = ${id}::uuid)
           as used
    from file where org_id = ${scope.orgId}::uuid and id = ${id}::uuid and state = 'stored' for update`;
  if (!file) throw new DomainError("not_found");
  if (file.used) throw new DomainError("file_in_use");
  await scope.db.file.deleteMany({ where: { id } });
  await recordAudit(scope, entryOf(file));
  await queueRemoval(scope, [file]);
}

/**
 * Deletes uploads that never ended, and uploaded files that nothing refers to any more or ever did. Returns the
 * number of deleted files; at the limit of {@link AT_ONCE} there may be more.
 */
export async function deleteUnusedFiles(scope: Scope): Promise<{ deleted: number; more: boolean }> {
  requireStaff(scope);
  const before = (days: number) => new Date(scope.now.getTime() - days * DAY_MS);
  const files = await scope.db.$queryRaw<Deleted[]>`
    delete from file where org_id = ${scope.orgId}::uuid and id in (
      select f.id from file f
      where f.org_id = ${scope.orgId}::uuid and (
        f.state = 'storing' and f.created_at < ${before(UNFINISHED_DAYS)}::timestamptz
        or f.state = 'stored' and f.kind <> 'document' and f.created_at < ${before(UNUSED_DAYS)}::timestamptz
        and not exists (select from deal d where d.org_id = ${scope.orgId}::uuid and d.receipt_file = f.id)
        and not exists (
          select from commission_payment p where p.org_id = ${scope.orgId}::uuid and p.receipt_file = f.id)
        and not exists (
          select from payout_invoice i where i.org_id = ${scope.orgId}::uuid and i.file_id = f.id)
        and not exists (select from lead_note n where n.org_id = ${scope.orgId}::uuid and n.file_id = f.id)
        and not exists (select from lead_message m where m.org_id = ${scope.orgId}::uuid and m.file_id = f.id)
        and not exists (select from deleted_lead d where d.org_id = ${scope.orgId}::uuid and f.id = any(d.files)))
      order by f.id limit ${AT_ONCE})
    returning id, name, size, sha256, place`;
  await recordAuditEntries(scope, files.filter(({ sha256 }) => sha256 !== null).map(entryOf));
  await queueRemoval(scope, files);
  return { deleted: files.length, more: files.length === AT_ONCE };
}

const entryOf = ({ id, name, size, sha256 }: Deleted) =>
  ({ action: "file.delete", entity: "file", entityId: id, data: { name, size, sha256 } }) as const;

/** The bytes in a bucket are removed after the transaction; the database removes its own. */
async function queueRemoval(scope: Scope, files: Deleted[]): Promise<void> {
  const inBucket = files.filter(({ place }) => place === "bucket");
  await scope.enqueueAll(
    "file.remove",
    inBucket.map(({ id }) => ({ file_id: id })),
  );
}
