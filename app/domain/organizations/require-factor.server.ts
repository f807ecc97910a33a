import { recordAudit } from "../audit/record-audit.server";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** Returns whether the organization requires 2FA of its members. */
export async function requiresFactor(scope: Scope): Promise<boolean> {
  const { requiresFactor } = await scope.db.organization.findFirstOrThrow({
    select: { requiresFactor: true },
  });
  return requiresFactor;
}

/**
 * Sets whether the organization requires 2FA of its members. Running it twice has no further effect. The entry point
 * has checked that the acting owner has a second factor.
 * Throws `forbidden` for all but owners.
 */
export async function requireFactor(scope: Scope, required: boolean): Promise<void> {
  requireOwner(scope);
  const { count } = await scope.db.organization.updateMany({
    where: { requiresFactor: !required },
    data: { requiresFactor: required },
  });
  if (count === 0) return;
  await recordAudit(scope, {
    action: required ? "organization.require_factor" : "organization.release_factor",
    entity: "organization",
    entityId: scope.orgId,
  });
}
