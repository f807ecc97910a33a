import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { tellOwners } from "../notifications/notify-staff.server";
import type { Scope } from "../shared/scope";

/** An endpoint at which nothing has arrived for so long is disabled. */
const DISABLE_AFTER_MS = 5 * 24 * 60 * 60 * 1000;

/** Why nothing is sent to an endpoint: its receiver has said 410, or nothing has arrived for days. */
export const disablingReasons = ["gone", "failing"] as const;
export type DisablingReason = (typeof disablingReasons)[number];

/** Status with which a receiver says that the address is gone for good. */
const GONE = 410;

/**
 * Notes that an attempt has failed. Disables the endpoint at a 410, or when all attempts of five days have failed. The caller
 * has locked the endpoint ({@link lockEndpoint}).
 * @returns whether the endpoint is disabled now
 */
export async function noteFailure(
  scope: Scope,
  endpoint: { id: string; failingSince: Date | null; disabledAt: Date | null },
  status: number | null,
): Promise<boolean> {
  if (endpoint.disabledAt) return true;
  const since = endpoint.failingSince ?? scope.now;
  if (!endpoint.failingSince) {
    await scope.db.webhookEndpoint.updateMany({ where: { id: endpoint.id }, data: { failingSince: since } });
  }
  if (status === GONE) return disable(scope, endpoint.id, "gone");
  if (scope.now.getTime() - since.getTime() < DISABLE_AFTER_MS) return false;
  return disable(scope, endpoint.id, "failing");
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
async function disable(scope: Scope, id: string, because: DisablingReason): Promise<true> {
  const { url } = await scope.db.webhookEndpoint.update({
    where: { orgId_id: { orgId: scope.orgId, id } },
    data: { disabledAt: scope.now, disabledBecause: because },
  });
  await dropWaiting(scope, id, "webhook_disabled");
  const { host } = new URL(url);
  await recordAudit(scope, {
    ...{ action: "webhook.disable", entity: "organization", entityId: scope.orgId },
    data: { url, because },
  });
  await tellOwners(scope, { type: "webhook_disabled", host, because }, randomUUID());
  return true;
}

/** Ends the deliveries that wait for an attempt. They stay in the log and can be sent again. */
export async function dropWaiting(scope: Scope, endpointId: string, problem: string): Promise<void> {
  await scope.db.webhookDelivery.updateMany({
    where: { endpointId, status: "pending", attempts: 0 },
    data: { lastError: problem },
  });
  await scope.db.webhookDelivery.updateMany({
    where: { endpointId, status: "pending" },
    data: { status: "failed", nextAttemptAt: null },
  });
}
