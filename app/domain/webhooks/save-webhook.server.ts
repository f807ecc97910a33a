import { recordAudit } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { checkWebhookUrl, type WebhookAllowance } from "./webhook-url";
import type { WebhookEvent } from "./webhook.schema";

/** The organisation's webhook settings, or null when there is none. */
export async function readWebhook(scope: Scope): Promise<{ url: string; event: WebhookEvent } | null> {
  requireStaff(scope);
  const endpoint = await scope.db.webhookEndpoint.findFirst();
  return endpoint && { url: endpoint.url, event: endpoint.event as WebhookEvent };
}

/**
 * Stores the organisation's webhook, or removes it when the address is empty.
 * Throws `webhook_url_invalid`, `webhook_needs_https`, `webhook_host_not_allowed`, `forbidden`.
 */
export async function saveWebhook(
  scope: Scope,
  input: { url: string; event: WebhookEvent },
  allowance: WebhookAllowance,
): Promise<void> {
  requireStaff(scope);
  const url = checkWebhookUrl(input.url, allowance);
  if (url === null) {
    await scope.db.webhookEndpoint.deleteMany({});
  } else {
    await scope.db.webhookEndpoint.upsert({
      where: { orgId: scope.orgId },
      create: { url, event: input.event },
      update: { url, event: input.event },
    });
  }
  await recordAudit(scope, {
    action: "webhook.save",
    entity: "organization",
    entityId: scope.orgId,
    data: { url, event: input.event },
  });
}
