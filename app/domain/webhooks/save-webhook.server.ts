import { recordAudit } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { checkWebhookUrl, type WebhookAllowance } from "./webhook-url";
import type { WebhookEvent } from "./webhook.schema";

/** The organisation's webhook settings, or null when none were ever saved. An empty address sends nothing. */
export async function readWebhook(scope: Scope): Promise<{ url: string; event: WebhookEvent } | null> {
  requireStaff(scope);
  const endpoint = await scope.db.webhookEndpoint.findFirst();
  return endpoint && { url: endpoint.url, event: endpoint.event as WebhookEvent };
}

/**
 * Stores the organisation's webhook. With an empty address nothing is sent any more, also of what is on its way; the
 * chosen event is kept for the next address.
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
    // Deliveries go with their endpoint.
    await scope.db.webhookEndpoint.deleteMany({});
    await scope.db.webhookEndpoint.create({ data: { url: "", event: input.event } });
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
