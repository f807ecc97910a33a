import { deleteUnusedFiles } from "~/domain/files/delete-file.server";
import { filesInBucket, filesToMove, knownFiles, recordMoved } from "~/domain/files/move-file.server";
import { fileBytes, type Bucket } from "~/domain/files/read-file.server";
import { DAY_MS } from "~/domain/shared/dates";
import type { Handler, InScope } from "../define-task";

/** Files whose bytes are moved by one reading of their ids. */
const MOVED_AT_ONCE = 100;
/** An object without a file may belong to an upload that has not ended. */
const ORPHAN_MS = DAY_MS;

/** Moves new files into the bucket. Without a bucket, they stay in the database. */
export const fileMove: Handler<"file.move"> = async ({ org_id: orgId }, { inScope, files: { bucket } }) => {
  if (bucket) await moveFiles(inScope, orgId, bucket);
};

/** Removes the bytes of a deleted file. Idempotent. */
export const fileRemove: Handler<"file.remove"> = async ({ org_id: orgId, file_id: id }, { files: { bucket } }) => {
  if (!bucket) throw new Error("FILES_URL is missing: the bytes of a file are in a bucket");
  await bucket.remove(orgId, id);
};

/**
 * Deletes unused files, moves what still waits, removes objects of the bucket that belong to no file, and logs files
 * whose object is missing.
 */
export const fileClean: Handler<"file.clean"> = async (
  { org_id: orgId },
  { inScope, files: { bucket }, database, log },
) => {
  while ((await inScope(deleteUnusedFiles)).more);
  if (!bucket) return;
  await moveFiles(inScope, orgId, bucket);
  // Read before the list, so that a file that is moved meanwhile is not missed.
  const expected = await inScope(filesInBucket);
  const objects = await bucket.list(orgId);
  const known = await inScope((scope) =>
    knownFiles(
      scope,
      objects.map(({ id }) => id),
    ),
  );
  const limit = database.now().getTime() - ORPHAN_MS;
  for (const { id, at } of objects) if (!known.has(id) && at.getTime() < limit) await bucket.remove(orgId, id);
  const there = new Set(objects.map(({ id }) => id));
  const missing = expected.filter((id) => !there.has(id));
  if (missing.length > 0) log.error({ org_id: orgId, files: missing.slice(0, 20) }, "files are missing in the bucket");
};

/** Copies the bytes of each file outside of any transaction, and then records where they are. */
async function moveFiles(inScope: InScope, orgId: string, bucket: Bucket): Promise<void> {
  for (;;) {
    const files = await inScope((scope) => filesToMove(scope, MOVED_AT_ONCE));
    for (const file of files) {
      const pieces: Buffer[] = [];
      // Another run of the job may move the file meanwhile.
      for await (const piece of fileBytes(inScope, file, { orgId, get: bucket.get })) pieces.push(piece);
      await bucket.put(orgId, file.id, Buffer.concat(pieces));
      if (!(await inScope((scope) => recordMoved(scope, file.id)))) await bucket.remove(orgId, file.id);
    }
    if (files.length < MOVED_AT_ONCE) return;
  }
}

/** Queues one job for each organization that has files. */
export const fileSweep: Handler<"file.sweep"> = async (_payload, { ownerPool }) => {
  // Materialized, or a distributed database would call add_job on its workers, where the queue is not.
  await ownerPool.query(
    `with due as materialized (
       select org_id from public.organization o where exists (select from public.file f where f.org_id = o.org_id))
     select graphile_worker.add_job(
       'file.clean', json_build_object('org_id', org_id), job_key => org_id || ':file.clean',
       flags => array['org:' || org_id])
     from due`,
  );
};
