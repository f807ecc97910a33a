import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { secretsOf } from "./secrets.server";
import { testedEvent, testPayload } from "./events";
import { checkWebhookUrl, type WebhookAllowance } from "./webhook-url";
import type { WebhookSettings } from "./webhook.schema";

/**
 * Returns body and target of a test: the typed address, with the stored (sealed) secrets. Throws
 * `webhook_url_required`, the errors of checkWebhookUrl, `forbidden`.
 */
export async function testTarget(scope: Scope, settings: WebhookSettings, allowance: WebhookAllowance) {
  requireStaff(scope);
  const url = checkWebhookUrl(settings.url, allowance);
  if (url === null) throw new DomainError("webhook_url_required", {}, "webhook_url");
  const { name } = await scope.organization();
  const endpoint = await scope.db.webhookEndpoint.findFirst();
  const { orgId } = scope;
  const event = testedEvent(settings.events);
  return {
    orgId,
    url,
    event,
    secrets: endpoint ? secretsOf(endpoint, scope.now) : [],
    body: testPayload(event, { id: orgId, name }, scope.now),
  };
}
