import type pg from "pg";
import type { Scope } from "~/domain/shared/scope";
import { warnOfDeletion } from "~/domain/subscriptions/warn-of-deletion.server";
import { deleteOrganization } from "~/platform/db/delete-organization.server";
import type { Due } from "~/platform/db/retention.server";

/** What was done: how many owners were warned, or whether the data were deleted. */
export type Outcome = { warned: number } | { deleted: boolean };

/**
 * Does what is due for an organisation. Safe to repeat, and at once: an owner is warned once, and data are deleted as
 * long as there are any.
 */
export async function applyRetentionStep(
  { orgId, step }: Due,
  now: Date,
  owner: pg.Pool,
  inScope: <T>(use: (scope: Scope) => Promise<T>) => Promise<T>,
): Promise<Outcome> {
  if (step.step === "warn") return { warned: await inScope((scope) => warnOfDeletion(scope, step)) };
  return { deleted: await deleteOrganization(owner, orgId, now) };
}
