import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { notifyOwners } from "../notifications/notify-staff.server";
import { DAY_MS } from "../shared/dates";
import type { Scope } from "../shared/scope";

/** An endpoint is disabled if no delivery succeeds for this long. */
const DISABLE_AFTER_MS = 5 * DAY_MS;

/** Why an endpoint is disabled: its receiver responded with 410, or no delivery has succeeded for days. */
export const disablingReasons = ["gone", "failing"] as const;
export type DisablingReason = (typeof disablingReasons)[number];

/** Why a delivery is not sent: the address was removed, or the endpoint is disabled. */
export type SkipReason = "webhook_off" | "webhook_disabled";

interface Health {
  url: string;
  disabledAt: Date | null;
}

/** Returns why an endpoint receives no deliveries at the moment; null if it does. */
export function skipReason({ url, disabledAt }: Health): SkipReason | null {
  if (url === "") return "webhook_off";
  return disabledAt && "webhook_disabled";
}

/** Status of a receiver whose address no longer exists. */
const GONE = 410;

/**
 * Records a failed attempt. Disables the endpoint after a 410, or if all attempts of five days have failed. The caller
 * has locked the endpoint ({@link lockEndpoint}).
 * @returns why the endpoint receives no more deliveries; null if it still does
 */
export async function recordEndpointFailure(
  scope: Scope,
  endpoint: Health & { id: string; failingSince: Date | null },
  status: number | null,
): Promise<SkipReason | null> {
  const unsent = skipReason(endpoint);
  if (unsent) return unsent;
  const since = endpoint.failingSince ?? scope.now;
  if (!endpoint.failingSince) {
    await scope.db.webhookEndpoint.updateMany({ where: { id: endpoint.id }, data: { failingSince: since } });
  }
  if (status === GONE) return disable(scope, endpoint, "gone");
  if (scope.now.getTime() - since.getTime() < DISABLE_AFTER_MS) return null;
  return disable(scope, endpoint, "failing");
}

/** Records a successful attempt. */
export async function recordSuccess(scope: Scope, endpointId: string): Promise<void> {
  await scope.db.webhookEndpoint.updateMany({
    where: { id: endpointId, failingSince: { not: null } },
    data: { failingSince: null },
  });
}

/** Locks an endpoint before any of its deliveries. With another order, two attempts could block each other. */
export async function lockEndpoint(scope: Scope, id: string): Promise<void> {
  await scope.db.$queryRaw`
    select 1 from webhook_endpoint where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for no key update`;
}

/** Disables the endpoint: waiting deliveries fail, and the owners are notified once. */
async function disable(
  scope: Scope,
  { id, url }: { id: string; url: string },
  because: DisablingReason,
): Promise<SkipReason> {
  await scope.db.webhookEndpoint.updateMany({
    where: { id },
    data: { disabledAt: scope.now, disabledBecause: because },
  });
  await dropWaiting(scope, id, "webhook_disabled");
  const { host, origin } = new URL(url);
  await recordAudit(scope, {
    action: "webhook.disable",
    entity: "organization",
    entityId: scope.orgId,
    // The path grants access to the receiver, and the log is kept permanently.
    data: { origin, because },
  });
  await notifyOwners(scope, { type: "webhook_disabled", host, because }, randomUUID());
  return "webhook_disabled";
}

/**
 * Ends the deliveries that wait for an attempt, or one of them. They stay in the log and can be resent. A delivery
 * without an attempt since it was last sent gets the reason as its error.
 */
export async function dropWaiting(
  scope: Scope,
  endpointId: string,
  why: SkipReason,
  deliveryId: string | null = null,
): Promise<void> {
  await scope.db.$executeRaw`
    update webhook_delivery
    set status = 'failed', next_attempt_at = null,
        last_error = case when attempts = round_start then ${why} else last_error end,
        last_status = case when attempts = round_start then null else last_status end
    where org_id = ${scope.orgId}::uuid and endpoint_id = ${endpointId}::uuid and status = 'pending'
      and id = coalesce(${deliveryId}::uuid, id)`;
}
