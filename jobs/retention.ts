import type pg from "pg";
import type { InScope } from "~/domain/shared/scope";
import { warnOfDeletion } from "~/domain/subscriptions/warn-of-deletion.server";
import { deleteOrganization, type RemoveFiles } from "~/platform/db/delete-organization.server";
import type { Bucket } from "~/domain/files/read-file.server";
import type { Due } from "~/platform/db/retention.server";

/** Result of a step: the number of warned owners, or whether the data were deleted. */
export type Outcome = { warned: number } | { deleted: boolean };

/**
 * Runs the due retention step of an organization. Idempotent, also concurrently: an owner is warned once, and deletion
 * continues until no data are left.
 */
export async function applyRetentionStep(
  { orgId, step }: Due,
  now: Date,
  owner: pg.Pool,
  inScope: InScope,
  bucket: Bucket | null,
): Promise<Outcome> {
  if (step.step === "warn") return { warned: await inScope((scope) => warnOfDeletion(scope, step)) };
  return { deleted: await deleteOrganization(owner, orgId, now, undefined, filesOf(bucket)) };
}

/** Returns a function that empties the bucket of an organization. */
export const filesOf =
  (bucket: Bucket | null): RemoveFiles =>
  async (orgId) => {
    for (const { id } of (await bucket?.list(orgId)) ?? []) await bucket!.remove(orgId, id);
  };
