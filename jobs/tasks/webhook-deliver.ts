import { openDelivery, recordAttempt, type AttemptResult } from "~/domain/webhooks/record-attempt.server";
import { checkWebhookUrl, isTrustedOrigin } from "~/domain/webhooks/webhook-url";
import { post } from "~/platform/http-out.server";
import { defineTask, jobScope, type TaskContext } from "../define-task";

/**
 * Sends a delivery and records how that went. Nothing of the database is open during the call. A failure throws, so that
 * the job is tried again.
 */
export const webhookDeliver = defineTask("webhook.deliver", async (payload, context, last) => {
  const { org_id, delivery_id } = payload;
  const job = { name: "webhook.deliver", orgId: org_id } as const;
  const delivery = await jobScope(context, job, (scope) => openDelivery(scope, delivery_id));
  if (!delivery) return;
  const result = { ...(await attempt(delivery, context)), last };
  await jobScope(context, job, (scope) => recordAttempt(scope, delivery_id, result));
  if (!result.delivered) throw new Error(`webhook not delivered: ${result.error}`);
});

async function attempt(
  delivery: { id: string; url: string; body: string },
  { webhooks }: TaskContext,
): Promise<Omit<AttemptResult, "last">> {
  try {
    // The address may have been saved when other hosts were allowed.
    checkWebhookUrl(delivery.url, webhooks);
    const { status } = await post({
      url: delivery.url,
      body: delivery.body,
      headers: {
        "webhook-id": delivery.id,
        "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      },
      trusted: isTrustedOrigin(new URL(delivery.url), webhooks),
    });
    const delivered = status >= 200 && status < 300;
    return { status, error: delivered ? null : `status ${status}`, delivered };
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : String(error), delivered: false };
  }
}
