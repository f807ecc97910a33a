import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { lockOrganization } from "../shared/lock-organization.server";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { subscriptionState } from "./subscription";

type Until = (retainUntil: Date, timeZone: string) => Date;

/**
 * Returns the extended end of the retention period, as an operator requests it.
 * Throws `forbidden`, `organization_active` (nothing is deleted), `kept_longer` (the data are kept until then or longer
 * anyway).
 */
export async function extendedRetention(scope: Scope, until: Until): Promise<Date> {
  requireOwner(scope);
  if (scope.actor.kind !== "operator") throw new DomainError("forbidden");
  const organization = await scope.organization();
  const state = subscriptionState(organization, scope.now);
  if (state.status !== "expired") throw new DomainError("organization_active");
  const retainUntil = until(state.retainUntil, organization.timeZone);
  if (retainUntil <= state.retainUntil) throw new DomainError("kept_longer");
  return retainUntil;
}

/**
 * Extends the retention period of a paused organization and returns its new end.
 * Throws as {@link extendedRetention}.
 */
export async function extendRetention(scope: Scope, until: Until): Promise<Date> {
  // Lock the row, so that two operators do not both extend the same end.
  await lockOrganization(scope);
  const retainUntil = await extendedRetention(scope, until);
  await scope.db.organization.updateMany({ data: { keptUntil: retainUntil } });
  await recordAudit(scope, {
    action: "retention.extend",
    entity: "organization",
    entityId: scope.orgId,
    data: { kept_until: retainUntil.toISOString() },
  });
  return retainUntil;
}
