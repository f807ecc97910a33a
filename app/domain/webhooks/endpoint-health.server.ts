import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { notifyOwners } from "../notifications/notify-staff.server";
import type { Scope } from "../shared/scope";

/** An endpoint at which nothing has arrived for so long is disabled. */
const DISABLE_AFTER_MS = 5 * 24 * 60 * 60 * 1000;

/** Why nothing is sent to an endpoint: its receiver has said 410, or nothing has arrived for days. */
export const disablingReasons = ["gone", "failing"] as const;
export type DisablingReason = (typeof disablingReasons)[number];

/** Why a delivery is not sent: the address was taken away, or the endpoint is disabled. */
export type SkipReason = "webhook_off" | "webhook_disabled";

interface Health {
  url: string;
  disabledAt: Date | null;
}

/** Why nothing is sent to an endpoint at the moment; null when it is. */
export function skipReason({ url, disabledAt }: Health): SkipReason | null {
  if (url === "") return "webhook_off";
  return disabledAt && "webhook_disabled";
}

/** Status with which a receiver says that the address is gone for good. */
const GONE = 410;

/**
 * Notes that an attempt has failed. Disables the endpoint at a 410, or when all attempts of five days have failed. The
 * caller has locked the endpoint ({@link lockEndpoint}).
 * @returns why nothing more is sent to the endpoint; null when it goes on
 */
export async function noteFailure(
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

/** Something has arrived. */
export async function noteSuccess(scope: Scope, endpointId: string): Promise<void> {
  await scope.db.webhookEndpoint.updateMany({
    where: { id: endpointId, failingSince: { not: null } },
    data: { failingSince: null },
  });
}

/** Locks an endpoint, before any of its deliveries: in another order two attempts could wait for each other. */
export async function lockEndpoint(scope: Scope, id: string): Promise<void> {
  await scope.db.$queryRaw`
    select 1 from webhook_endpoint where org_id = ${scope.orgId}::uuid and id = ${id}::uuid for no key update`;
}

/** Nothing more is sent: what waits has failed. The owners are told once. */
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
    // The path is what opens the receiver, and the log is kept for good.
    data: { origin, because },
  });
  await notifyOwners(scope, { type: "webhook_disabled", host, because }, randomUUID());
  return "webhook_disabled";
}

/**
 * Ends the deliveries that wait for an attempt, or one of them. They stay in the log and can be sent again. One without
 * an attempt since it was last sent gets the reason as its error.
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
