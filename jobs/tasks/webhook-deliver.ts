import { attemptDelivery } from "~/domain/webhooks/attempt-delivery.server";
import { openDelivery, recordAttempt } from "~/domain/webhooks/record-attempt.server";
import { post } from "~/platform/http-out.server";
import { defineTask, jobScope } from "../define-task";

/**
 * Sends a delivery and records how that went, which also queues the next attempt. Nothing of the database is open during the
 * call.
 */
export const webhookDeliver = defineTask("webhook.deliver", async (payload, context) => {
  const { org_id, delivery_id, attempt } = payload;
  const job = { name: "webhook.deliver", orgId: org_id } as const;
  const delivery = await jobScope(context, job, (scope) => openDelivery(scope, delivery_id, attempt));
  if (!delivery) return;
  const secrets = delivery.secrets.map(context.unseal);
  const sender = { post, allowance: context.webhooks };
  const result = await attemptDelivery({ ...delivery, secrets }, sender);
  await jobScope(context, job, (scope) => recordAttempt(scope, delivery, result));
});
