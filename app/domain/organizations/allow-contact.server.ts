import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Lets web addresses and telephone numbers stand in the organization's name and in those of its affiliates, or no
 * longer in new ones.
 * Throws `forbidden` for everybody but the operator.
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
