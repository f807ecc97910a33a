import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { subscriptionState } from "./subscription";

type Until = (keptUntil: Date, timeZone: string) => Date;

/**
 * Until when the data of a paused organization would be kept; the operator decides it.
 * Throws `forbidden`, `organization_active` (nothing is deleted), `kept_longer` (they are kept until then or longer
 * anyway).
 */
export async function extendedRetention(scope: Scope, until: Until): Promise<Date> {
  requireOwner(scope);
  if (scope.actor.kind !== "operator") throw new DomainError("forbidden");
  const organization = await scope.organization();
  const state = subscriptionState(organization, scope.now);
  if (state.status !== "expired") throw new DomainError("organization_active");
  const keptUntil = until(state.keptUntil, organization.timeZone);
  if (keptUntil <= state.keptUntil) throw new DomainError("kept_longer");
  return keptUntil;
}

/**
 * Has the data of a paused organization kept longer. Returns until when they are kept now. Throws as {@link
 * extendedRetention}.
 */
export async function extendRetention(scope: Scope, until: Until): Promise<Date> {
  // One after the other, so that two operators do not each add their days to the same end.
  await scope.db.$queryRaw`select 1 from organization where org_id = ${scope.orgId}::uuid for update`;
  const keptUntil = await extendedRetention(scope, until);
  await scope.db.organization.updateMany({ data: { keptUntil } });
  await recordAudit(scope, {
    action: "retention.extend",
    entity: "organization",
    entityId: scope.orgId,
    data: { kept_until: keptUntil.toISOString() },
  });
  return keptUntil;
}
