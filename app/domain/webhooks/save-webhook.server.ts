import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { pick, toValues } from "../shared/field-list";
import { lockOrganization } from "../shared/lock-organization.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { dropWaiting, lockEndpoint } from "./endpoint-health.server";
import { newWebhookSecret } from "./signature.server";
import { checkWebhookUrl, type WebhookAllowance } from "./webhook-url";
import type { EventName } from "./events";
import { noWebhook, webhookFields, type WebhookField, type WebhookSettings } from "./webhook.schema";

/**
 * Returns the organization's webhook settings, or null if none were ever saved. With an empty address, nothing is sent.
 * Throws `forbidden`.
 */
export async function readWebhook(scope: Scope): Promise<WebhookSettings | null> {
  requireStaff(scope);
  const endpoint = await scope.db.webhookEndpoint.findFirst();
  return endpoint && pick(webhookFields, { ...endpoint, events: endpoint.events as EventName[] });
}

/** Returns the values of the form, by field. */
function valuesOf(settings: WebhookSettings): Record<WebhookField, string | null> {
  const values = toValues(webhookFields, settings);
  return { webhook_url: values.webhook_url || null, webhook_events: values.webhook_events.join(", ") || null };
}

/** Returns the `version` of a form that is filled with these settings. */
export const webhookVersion = (webhook: WebhookSettings | null): string => fingerprint(valuesOf(webhook ?? noWebhook));

/**
 * Stores the organization's webhook. With an empty address, nothing more is sent, and waiting deliveries are dropped.
 * The chosen events are kept for the next address. Another address enables a disabled webhook. Throws
 * `webhook_url_invalid`, `webhook_needs_https`, `webhook_host_not_allowed`, `webhook_port_not_allowed`,
 * `changed_meanwhile` (see {@link webhookVersion}), `forbidden`.
 *
 * @returns the secret created with the first address, which is shown only once; null if one existed before
 */
export async function saveWebhook(
  scope: Scope,
  input: WebhookSettings & { version?: string | undefined },
  allowance: WebhookAllowance,
): Promise<{ secret: string | null }> {
  requireStaff(scope);
  const url = checkWebhookUrl(input.url, allowance);
  // Locks the organization, because at the first save there is no webhook to lock.
  await lockOrganization(scope);
  const before = await scope.db.webhookEndpoint.findFirst();
  const stored = before && pick(webhookFields, { ...before, events: before.events as EventName[] });
  const wanted = { ...pick(webhookFields, input), url: url ?? "" };
  rejectConflicts(input.version, valuesOf(stored ?? noWebhook), valuesOf(wanted));
  if (stored && webhookVersion(stored) === webhookVersion(wanted)) return { secret: null };
  const secret = url !== null && !before?.secret ? newWebhookSecret() : null;
  const data = { ...wanted, ...(secret && { secret: scope.seal(secret) }) };
  if (!before) {
    await scope.db.webhookEndpoint.create({ data });
  } else {
    await lockEndpoint(scope, before.id);
    await scope.db.webhookEndpoint.updateMany({
      where: { id: before.id },
      data: { ...data, ...(before.url !== wanted.url && healthy) },
    });
    if (url === null) await dropWaiting(scope, before.id, "webhook_off");
  }
  await recordAudit(scope, {
    action: "webhook.save",
    entity: "organization",
    entityId: scope.orgId,
    // With some providers the path grants access to the receiver, and the log is kept permanently.
    data: { events: wanted.events.join(", "), origin: url && new URL(url).origin },
  });
  return { secret };
}

/** The state of an endpoint without failures. */
export const healthy = { failingSince: null, disabledAt: null, disabledBecause: null };
