import { recordAudit } from "../audit/record-audit.server";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** Whether the organization requires a second factor of all who work for it. */
export async function requiresFactor(scope: Scope): Promise<boolean> {
  const { requiresFactor } = await scope.db.organization.findFirstOrThrow({
    select: { requiresFactor: true },
  });
  return requiresFactor;
}

/**
 * Requires a second factor of all who work for the organization, or no longer. A second time changes nothing. The door
 * has made sure that the acting owner has one. Throws `forbidden` for everybody but an owner.
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
