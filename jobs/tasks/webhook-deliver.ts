import { attemptDelivery, attemptInTurn } from "~/domain/webhooks/attempt-delivery.server";
import { holdFollowing, recordFollowing } from "~/domain/webhooks/following-deliveries.server";
import { openDelivery, recordAttempt } from "~/domain/webhooks/record-attempt.server";
import { post } from "~/platform/http-out.server";
import { defineTask, jobScope } from "../define-task";

/**
 * Sends a delivery and records how that went, which also queues the next attempt. When it has arrived, others that wait for the
 * same endpoint follow. Nothing of the database is open during the calls.
 */
export const webhookDeliver = defineTask("webhook.deliver", async (payload, context) => {
  const { org_id, delivery_id, attempt } = payload;
  const job = { name: "webhook.deliver", orgId: org_id } as const;
  const sender = { post, allowance: context.webhooks };
  const opened = await jobScope(context, job, (scope) => openDelivery(scope, delivery_id, attempt));
  if (!opened) return;
  const first = { ...opened, secrets: opened.secrets.map(context.unseal) };
  const result = await attemptDelivery(first, sender);
  const held = await jobScope(context, job, async (scope) => {
    await recordAttempt(scope, first, result);
    return result.delivered ? holdFollowing(scope, first, result.durationMs) : [];
  });
  if (held.length === 0) return;
  const made = await attemptInTurn(held, sender);
  await jobScope(context, job, (scope) => recordFollowing(scope, held, made));
  const last = made.at(-1)!;
  if (!last.result.delivered)
    await jobScope(context, job, (scope) => recordAttempt(scope, last.delivery, last.result));
});
