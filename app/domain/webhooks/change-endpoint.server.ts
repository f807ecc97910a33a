import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { AuditAction } from "../shared/proofs";
import type { Scope } from "../shared/scope";
import { OLD_SECRET_HOURS } from "./delivery";
import { lockEndpoint, type DisablingReason } from "./endpoint-health.server";
import { healthy } from "./save-webhook.server";
import { earlierOf, withEarlier } from "./secrets.server";
import { newWebhookSecret } from "./signature.server";

const OLD_SECRET_MS = OLD_SECRET_HOURS * 60 * 60 * 1000;

/** The state of an endpoint shown in the settings beside its form. Timestamps are ISO texts. */
export interface EndpointState {
  isOn: boolean;
  hasSecret: boolean;
  /** Until when an earlier secret signs too; null if none does. */
  previousUntil: string | null;
  /** Since when every attempt has failed; null if the last one succeeded. */
  failingSince: string | null;
  disabled: { at: string; because: DisablingReason } | null;
}

/** Returns whether the log of deliveries has an entry. Throws `forbidden`. */
export async function hasDeliveries(scope: Scope): Promise<boolean> {
  requireStaff(scope);
  return (await scope.db.webhookDelivery.findFirst({ select: { id: true } })) !== null;
}

/** Returns the state of the organization's endpoint; null if none was ever saved. Throws `forbidden`. */
export async function readEndpointState(scope: Scope): Promise<EndpointState | null> {
  requireStaff(scope);
  const endpoint = await scope.db.webhookEndpoint.findFirst();
  if (!endpoint) return null;
  const { url, secret, failingSince, disabledAt, disabledBecause } = endpoint;
  return {
    isOn: url !== "",
    hasSecret: secret !== null,
    previousUntil: earlierOf(endpoint, scope.now)[0]?.until ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    disabled: disabledAt && { at: disabledAt.toISOString(), because: disabledBecause as DisablingReason },
  };
}

/**
 * Creates a new secret, which is shown only once. The five earlier secrets also sign until 24 hours after they were
 * replaced. Throws `webhook_missing` without an address, `forbidden`.
 */
export async function changeSecret(scope: Scope): Promise<{ secret: string; previousUntil: Date | null }> {
  const endpoint = await lockedEndpoint(scope);
  const secret = newWebhookSecret();
  const until = new Date(scope.now.getTime() + OLD_SECRET_MS);
  await scope.db.webhookEndpoint.updateMany({
    where: { id: endpoint.id },
    data: {
      secret: scope.seal(secret),
      earlierSecrets: withEarlier(endpoint, { now: scope.now, until }),
    },
  });
  await record(scope, "webhook.change_secret");
  return { secret, previousUntil: endpoint.secret ? until : null };
}

/** Enables a disabled endpoint. Throws `webhook_missing`, `forbidden`. */
export async function enableWebhook(scope: Scope): Promise<void> {
  const endpoint = await lockedEndpoint(scope);
  if (!endpoint.disabledAt) return;
  await scope.db.webhookEndpoint.updateMany({ where: { id: endpoint.id }, data: healthy });
  await record(scope, "webhook.enable");
}

/** Locks and returns the endpoint that receives deliveries. Throws `webhook_missing`, `forbidden`. */
export async function lockedEndpoint(scope: Scope) {
  requireStaff(scope);
  const found = await scope.db.webhookEndpoint.findFirst();
  if (found) await lockEndpoint(scope, found.id);
  const endpoint = found && (await scope.db.webhookEndpoint.findFirst({ where: { url: { not: "" } } }));
  if (!endpoint) throw new DomainError("webhook_missing");
  return endpoint;
}

const record = (scope: Scope, action: AuditAction) =>
  recordAudit(scope, { action, entity: "organization", entityId: scope.orgId });
