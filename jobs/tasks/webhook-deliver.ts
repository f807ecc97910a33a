import { attemptDelivery, attemptInTurn, unsignable } from "~/domain/webhooks/attempt-delivery.server";
import { claimPendingDeliveries, recordFollowing } from "~/domain/webhooks/following-deliveries.server";
import { openDelivery, recordAttempt, type OpenDelivery } from "~/domain/webhooks/record-attempt.server";
import { unsealSecrets } from "~/domain/webhooks/secrets.server";
import { post } from "~/platform/http-out.server";
import type { Handler, TaskContext } from "../define-task";

/**
 * Sends a delivery and records how that went, which also queues the next attempt. When it has arrived, others that wait
 * for the same endpoint follow. Nothing of the database is open during the calls.
 */
export const webhookDeliver: Handler<"webhook.deliver"> = async (payload, context) => {
  const { delivery_id, attempt } = payload;
  const sender = { post, allowance: context.webhooks };
  const opened = await context.inScope((scope) => openDelivery(scope, delivery_id, attempt));
  if (!opened) return;
  const secrets = readSecrets(opened, context);
  if (!secrets) {
    await context.inScope((scope) => recordAttempt(scope, opened, unsignable));
    return;
  }
  const first = { ...opened, secrets };
  const result = await attemptDelivery(first, sender);
  const held = await context.inScope(async (scope) => {
    await recordAttempt(scope, first, result);
    return result.delivered ? claimPendingDeliveries(scope, first, result.durationMs) : [];
  });
  if (held.length === 0) return;
  const made = await attemptInTurn(held, sender);
  await context.inScope((scope) => recordFollowing(scope, held, made));
  const last = made.at(-1)!;
  if (!last.result.delivered) await context.inScope((scope) => recordAttempt(scope, last.delivery, last.result));
};

/**
 * The secrets of a delivery; null, with a line in the log, when they were sealed with another secret of the
 * application.
 */
function readSecrets({ id, secrets }: OpenDelivery, { unseal, log }: TaskContext): string[] | null {
  try {
    return unsealSecrets(secrets, unseal);
  } catch (error) {
    log.error({ err: error, delivery_id: id }, "the secret of a webhook cannot be read: was SESSION_SECRET changed?");
    return null;
  }
}
