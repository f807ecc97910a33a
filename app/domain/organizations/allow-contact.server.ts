import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Allows or forbids web addresses and phone numbers in new names of the organization and its affiliates.
 * Throws `forbidden` for all but the operator.
 */
export async function allowContact(scope: Scope, allowsContact: boolean): Promise<void> {
  requireOwner(scope);
  if (scope.actor.kind !== "operator") throw new DomainError("forbidden");
  const { count } = await scope.db.organization.updateMany({
    where: { allowsContact: !allowsContact },
    data: { allowsContact },
  });
  if (count === 0) return;
  await recordAudit(scope, {
    action: "organization.allow_contact",
    entity: "organization",
    entityId: scope.orgId,
    data: { allowed: allowsContact },
  });
}
