import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, refuseUnseenChanges } from "../shared/changed-meanwhile.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { checkWebhookUrl, type WebhookAllowance } from "./webhook-url";
import { noWebhook, type WebhookEvent, type WebhookSettings } from "./webhook.schema";

/** The organisation's webhook settings, or null when none were ever saved. An empty address sends nothing. */
export async function readWebhook(scope: Scope): Promise<WebhookSettings | null> {
  requireStaff(scope);
  const endpoint = await scope.db.webhookEndpoint.findFirst();
  return endpoint && { url: endpoint.url, event: endpoint.event as WebhookEvent };
}

/** What the form shows of a webhook, by its fields. */
const valuesOf = ({ url, event }: WebhookSettings) => ({ webhook_url: url || null, webhook_event: event });

/** The `seen` of a form that is filled with these settings. */
export const seenWebhook = (webhook: WebhookSettings | null): string =>
  fingerprint(valuesOf(webhook ?? noWebhook));

/**
 * Stores the organisation's webhook. With an empty address nothing is sent any more, also of what is on its way; the
 * chosen event is kept for the next address.
 * Throws `webhook_url_invalid`, `webhook_needs_https`, `webhook_host_not_allowed`, `webhook_port_not_allowed`,
 * `changed_meanwhile` (see
 * {@link seenWebhook}), `forbidden`.
 */
export async function saveWebhook(
  scope: Scope,
  input: WebhookSettings & { seen?: string | undefined },
  allowance: WebhookAllowance,
): Promise<void> {
  requireStaff(scope);
  const url = checkWebhookUrl(input.url, allowance);
  // The organisation is locked, since the first of several has no webhook to lock yet.
  await scope.db.$queryRaw`select 1 from organization where org_id = ${scope.orgId}::uuid for no key update`;
  const before = await readWebhook(scope);
  const wanted = { url: url ?? "", event: input.event };
  refuseUnseenChanges(input.seen, valuesOf(before ?? noWebhook), valuesOf(wanted));
  if (before && seenWebhook(before) === seenWebhook(wanted)) return;
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
